import { z } from "zod";
import { receiverView } from "@/lib/delivery/webhooks/schema";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { INVOICE_STATUSES, SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import {
  PERIOD_STATES,
  RECURRENCE_ENDS,
  RECURRENCE_INTERVALS,
  RECURRENCE_STATUSES,
} from "@/lib/money-in/recurrences/status";

/**
 * Input and output of the dashboard's pages of recurring payments. Safe to import in the browser;
 * amounts are plain decimal text.
 */

export const RECURRENCE_PAGE_SIZE = 25;

/** The filters of the list. */
export const RECURRENCE_GROUPS = ["waiting", "active", "ended"] as const;

export const recurrenceFilterQuery = z.object({
  status: z.enum(RECURRENCE_GROUPS).optional(),
  q: listFilters.q,
  from: listFilters.from,
  to: listFilters.to,
  sort: z.enum(TIME_SORTS).optional(),
});

export const recurrenceListQuery = recurrenceFilterQuery.extend(pageCursor);
export type RecurrenceListQuery = z.output<typeof recurrenceListQuery>;

const moment = z.iso.datetime();

const recurrenceRowView = z.object({
  id: z.uuid(),
  name: z.string(),
  orderId: z.string().nullable(),
  status: z.enum(RECURRENCE_STATUSES),
  amount: z.string(),
  currency: z.string(),
  interval: z.enum(RECURRENCE_INTERVALS),
  payerEmail: z.string().nullable(),
  nextPeriodAt: moment.nullable(),
  lastPaidAt: moment.nullable(),
  createdAt: moment,
});
export type RecurrenceRowView = z.output<typeof recurrenceRowView>;

export const recurrencePageView = z.object({ items: z.array(recurrenceRowView), ...pageCursors });
export type RecurrenceListView = z.output<typeof recurrencePageView>;

const periodView = z.object({
  number: z.int(),
  state: z.enum(PERIOD_STATES),
  amount: z.string(),
  startsAt: moment,
  graceEndsAt: moment,
  paidAt: moment.nullable(),
  invoiceId: z.uuid().nullable(),
  invoiceStatus: z.enum(INVOICE_STATUSES).nullable(),
  /** The invoice status under the dashboard's name. */
  shown: z.enum(SHOWN_STATUSES).nullable(),
  /** In the payer's coin; null before one is chosen. */
  paid: z.object({ amount: z.string(), due: z.string() }).nullable(),
  /** Why no invoice could be created. */
  failure: z.string().nullable(),
  /** Time of the next attempt. */
  retryAt: moment.nullable(),
});
export type PeriodView = z.output<typeof periodView>;

export const recurrenceDetailView = recurrenceRowView.extend({
  toCurrency: z.string().nullable(),
  discountDays: z.int().nullable(),
  discountAmount: z.string().nullable(),
  /** Null without a discount, and before the acceptance. */
  discountEndsAt: moment.nullable(),
  payerAmountUsd: z.string(),
  receiver: receiverView.nullable(),
  additionalData: z.string().nullable(),
  pageUrl: z.string(),
  acceptedAt: moment.nullable(),
  endedAt: moment.nullable(),
  endedBy: z.enum(RECURRENCE_ENDS).nullable(),
  /** Only the newest ones. */
  periods: z.array(periodView),
});
export type RecurrenceDetailView = z.output<typeof recurrenceDetailView>;

/**
 * The create form. Bounds are those of the machine API (schema.ts), with texts for people. Safe to
 * import in the browser.
 */

const DISCOUNT_DAYS_MAX = 365;
const { amount, currency, coin, urlCallback, additionalData } = newInvoiceInput.shape;

export const newRecurrenceInput = z
  .object({
    amount,
    currency,
    name: z.string().trim().min(3, "Use at least 3 characters.").max(60, "Use at most 60 characters."),
    interval: z.enum(RECURRENCE_INTERVALS),
    /** Empty: the payer chooses. */
    coin,
    /** Empty: none. */
    orderId: z.union([
      z.literal("").transform(() => null),
      z
        .string()
        .trim()
        .max(100, { error: "Use at most 100 characters.", abort: true })
        .regex(/^[A-Za-z0-9_-]+$/, "Use letters, digits, dashes and underscores."),
    ]),
    /** Empty: no discount. */
    discountDays: z.union([
      z.literal("").transform(() => null),
      z
        .string()
        .trim()
        .regex(/^[0-9]{1,3}$/, "Enter a whole number of days.")
        .refine((text) => isDays(Number.parseInt(text, 10)), "Use 1 to 365 days."),
    ]),
    discountAmount: z.union([z.literal("").transform(() => null), amount]),
    urlCallback,
    additionalData,
  })
  .superRefine(({ amount: whole, discountDays, discountAmount }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (discountDays === null && discountAmount !== null) refuse("discountDays", "Enter the number of days.");
    if (discountDays !== null && discountAmount === null) refuse("discountAmount", "Enter the discount amount.");
    const [price, less] = [parseAmount(whole), parseAmount(discountAmount ?? "0")];
    if (price !== null && less?.gte(price)) refuse("discountAmount", "Must be less than the amount.");
  });
/** The form's values. */
export type NewRecurrenceForm = z.input<typeof newRecurrenceInput>;
export type NewRecurrenceInput = z.output<typeof newRecurrenceInput>;

/** A blank form. */
export const BLANK_RECURRENCE: NewRecurrenceForm = {
  amount: "",
  currency: "USD",
  name: "",
  interval: "monthly",
  coin: "",
  orderId: "",
  discountDays: "",
  discountAmount: "",
  urlCallback: "",
  additionalData: "",
};

function isDays(days: number): boolean {
  return days >= 1 && days <= DISCOUNT_DAYS_MAX;
}
