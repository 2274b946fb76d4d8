import { z } from "zod";
import {
  ALPHA_DASH,
  FREE_TEXT,
  lenientInteger,
  optionalText,
  optionalUrl,
  optionalUuid,
  refuseWithoutId,
  requiredText,
  withWireSchema,
} from "@/lib/kernel/lenient-input";
import { listInput, pageView } from "@/lib/kernel/paging/page-schema";
import { positiveAmount } from "@/lib/money-in/invoices/schema";
import { RECURRENCE_INTERVALS, RECURRENCE_STATUSES } from "@/lib/money-in/recurrences/status";

const CODE_MAX = 16;
const NAME = { min: 3, max: 60 } as const;
const ORDER_ID_MAX = 100;
const DISCOUNT_DAYS_MAX = 365;

const interval = withWireSchema(
  requiredText({ max: CODE_MAX }).pipe(z.enum(RECURRENCE_INTERVALS, { error: () => "validation.in" })),
  { type: "string", enum: RECURRENCE_INTERVALS },
);

const discountAmount = withWireSchema(
  z.preprocess(
    (value) => (value === "" || value === undefined ? null : value),
    z.unknown().transform((value, context) => {
      if (value === null) return null;
      const parsed = positiveAmount.safeParse(value);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      context.addIssue({ code: "custom", message: issue?.message ?? "validation.numeric" });
      return z.NEVER;
    }),
  ),
  { type: ["string", "null"], "x-also-accepted": "a JSON number" },
);

/** Input of `POST /v1/recurrence/create`. */
export const createRecurrenceInput = z
  .object({
    amount: positiveAmount,
    currency: requiredText({ max: CODE_MAX }),
    name: requiredText(NAME),
    period: interval,
    to_currency: optionalText({ max: CODE_MAX }),
    order_id: optionalText({ max: ORDER_ID_MAX, pattern: ALPHA_DASH }),
    url_callback: optionalUrl(),
    discount_days: lenientInteger({ min: 1, max: DISCOUNT_DAYS_MAX }, null),
    discount_amount: discountAmount,
    additional_data: optionalText({ max: 255, pattern: FREE_TEXT }),
  })
  .superRefine(({ amount, discount_days, discount_amount }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (discount_days === null && discount_amount !== null) refuse("discount_days", "validation.required_with");
    if (discount_days !== null && discount_amount === null) refuse("discount_amount", "validation.required_with");
    // The rest must still be payable.
    if (discount_amount?.gte(amount)) refuse("discount_amount", "validation.lt.numeric");
  });
export type CreateRecurrenceInput = z.output<typeof createRecurrenceInput>;

/** `uuid` or `order_id`; with both, order_id decides. */
export const findRecurrenceInput = z
  .object({ uuid: optionalUuid(), order_id: optionalText({ max: ORDER_ID_MAX, pattern: ALPHA_DASH }) })
  .superRefine(refuseWithoutId);

/** Input of `POST /v1/recurrence/list`. */
export const listRecurrencesInput = listInput.pick({ cursor: true });

const text = z.string();
const textOrNull = z.string().nullable();

/** The API's plan object: these keys, and the three of the discount if there is one. */
export const recurrenceView = z
  .strictObject({
    uuid: z.uuid(),
    name: text.describe("Description shown to the payer"),
    order_id: textOrNull,
    amount: text.describe("Price of each period, in currency"),
    currency: text,
    payer_currency: textOrNull.describe("Coin in which each period is paid; null if the payer chooses"),
    payer_amount_usd: text.describe("amount in US dollars, at the rate at creation"),
    payer_amount: textOrNull.describe("amount in payer_currency, at the rate at creation"),
    url_callback: textOrNull.describe("URL that receives webhooks for the plan and its payments"),
    discount_days: text.optional().describe("Number of days after acceptance in which new periods get the discount"),
    discount_amount: text.optional().describe("Discount in currency"),
    end_of_discount: textOrNull.optional().describe("ISO 8601 at +03:00; null until the plan is accepted"),
    period: z.enum(RECURRENCE_INTERVALS).describe("Interval between payments"),
    status: z.enum(RECURRENCE_STATUSES).describe("`cancel_by_user` also after three missed payments in a row"),
    url: text.describe("Hosted page where the payer accepts the plan"),
    last_pay_off: textOrNull.describe("Time of the last payment: ISO 8601 at +03:00, or null"),
  })
  .meta({ id: "Recurrence" });
export type RecurrenceView = z.output<typeof recurrenceView>;

export const recurrencePageView = pageView(recurrenceView);
export type RecurrencePageView = z.output<typeof recurrencePageView>;
