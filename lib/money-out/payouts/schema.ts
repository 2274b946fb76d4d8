import { z } from "zod";
import {
  ALPHA_DASH,
  lenientBoolean,
  optionalText,
  optionalUrl,
  optionalUuid,
  refuseWithoutId,
  requiredBoolean,
  requiredText,
} from "@/lib/kernel/lenient-input";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { pageView } from "@/lib/kernel/paging/page-schema";
import { wireNumber } from "@/lib/kernel/wire-number";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { parseSourceName, type RateSourceName } from "@/lib/pricing/rates/source-name";
import { DEFAULT_PRIORITY, type FeePriority, parsePriority } from "@/lib/sending/fees/fee-priority";

const CODE_MAX = 16;
const ADDRESS_MAX = 128;
/** No coin has more decimals. */
const DECIMALS_MAX = 18;
const AMOUNT_MAX = decimal("100000000000000000000");

/** An amount with its original text, which the response repeats. */
export type WrittenAmount = { readonly text: string; readonly value: Decimal };

/**
 * A positive decimal, from a string or a JSON number's own text. The allowed decimals depend on the
 * currency.
 */
export const writtenAmount = requiredText({ max: AMOUNT_CHARACTERS_MAX, pattern: /^[0-9.]+$/ }).transform(
  toWrittenAmount,
);

/** Like {@link writtenAmount}; null when absent. */
export const optionalWrittenAmount = optionalText({ max: AMOUNT_CHARACTERS_MAX, pattern: /^[0-9.]+$/ }).transform(
  (text, context) => (text === null ? null : toWrittenAmount(text, context)),
);

function toWrittenAmount(text: string, context: z.RefinementCtx): WrittenAmount {
  const value = parseAmount(text);
  const problem = amountProblem(value);
  if (value !== null && problem === null) return { text, value };
  context.addIssue({ code: "custom", message: problem ?? "validation.numeric" });
  return z.NEVER;
}

function amountProblem(value: Decimal | null): string | null {
  if (value === null) return "validation.numeric";
  if (!value.gt("0")) return "validation.min.numeric";
  if (value.gt(AMOUNT_MAX)) return "validation.max.numeric";
  return value.decimalPlaces() > DECIMALS_MAX ? "validation.decimal" : null;
}

const requestedRateSource = optionalText({ min: 4, max: 20 }).transform((text, context): RateSourceName | null => {
  if (text === null) return null;
  const name = parseSourceName(text);
  if (name !== null) return name;
  context.addIssue({ code: "custom", message: "validation.in" });
  return z.NEVER;
});

const priority = optionalText({ min: 4, max: 11 }).transform((text, context): FeePriority => {
  const named = text === null ? DEFAULT_PRIORITY : parsePriority(text);
  if (named !== null) return named;
  context.addIssue({ code: "custom", message: "validation.in" });
  return z.NEVER;
});

/** The parameters that determine a payout's price. */
const priced = {
  amount: writtenAmount,
  currency: requiredText({ max: CODE_MAX }),
  network: optionalText({ max: CODE_MAX }),
  to_currency: optionalText({ max: CODE_MAX }),
  from_currency: optionalText({ max: CODE_MAX }),
  course_source: requestedRateSource,
  priority,
};

/** `POST /v1/payout` */
export const createPayoutInput = z.object({
  ...priced,
  order_id: requiredText({ max: 100, pattern: ALPHA_DASH }),
  address: requiredText({ max: ADDRESS_MAX }),
  is_subtract: requiredBoolean(),
  url_callback: optionalUrl(),
  memo: optionalText({ max: 30 }),
});
export type CreatePayoutInput = z.output<typeof createPayoutInput>;

/** `POST /v1/payout/calc` */
export const calculatePayoutInput = z.object({
  ...priced,
  address: requiredText({ max: ADDRESS_MAX }),
  is_subtract: requiredBoolean(),
});

/**
 * `POST /v1/payout/calculate`, which some clients call without an address, and without
 * `is_subtract` for false.
 */
export const looseCalculatePayoutInput = z.object({
  ...priced,
  address: optionalText({ max: ADDRESS_MAX }),
  is_subtract: lenientBoolean(false),
});
export type CalculatePayoutInput = z.output<typeof looseCalculatePayoutInput>;

const text = z.string();
const textOrNull = z.string().nullable();

/** `POST /v1/payout/calc`: exactly these keys are allowed. */
export const payoutCalculationView = z
  .strictObject({
    commission: text.describe("In the coin that is sent"),
    merchant_amount: text.describe("Debited from the balance, including all fees, in the balance's currency"),
    payout_amount: text.describe("Amount that arrives at the address"),
  })
  .meta({ id: "PayoutCalculation" });
export type PayoutCalculationView = z.output<typeof payoutCalculationView>;

/** `uuid` or `order_id`; if both are given, order_id decides. */
export const findPayoutInput = z
  .object({
    uuid: optionalUuid(),
    order_id: optionalText({ max: 128, pattern: ALPHA_DASH }),
  })
  .superRefine(refuseWithoutId);

const payoutConvertView = z.strictObject({
  to_currency: text,
  from_currency: text,
  commission: text.describe("Conversion fee, in to_currency"),
  rate: text.describe("Units of to_currency for one of from_currency, before the fee"),
  from_amount: text.describe("Amount that arrives at the address, in from_currency at that rate, without fees"),
});

/** A JSON number; a string for merchants whose client library is of the kind `heleket`. */
const amountInAnswer = z.union([wireNumber, text]);

/** The API's payout object: exactly these keys are allowed. */
export const payoutView = z
  .strictObject({
    uuid: z.uuid(),
    amount: text.describe("As given in the request"),
    currency: text,
    network: text.describe("Network code in upper case"),
    address: text,
    txid: textOrNull.describe("Null until a transaction is signed; it may change until the payout is final"),
    status: z.enum(PAYOUT_STATUSES),
    is_final: z.boolean(),
    balance: amountInAnswer.describe("Balance after the payout, in its currency"),
    payer_currency: text,
    payer_amount: amountInAnswer.describe("Amount that arrives at the address"),
    commission: text.describe("In payer_currency"),
    merchant_amount: text.describe("Debited from the balance, including all fees, in the balance's currency"),
    convert: payoutConvertView.optional().describe("Present only if from_currency is another coin"),
  })
  .meta({ id: "Payout" });
export type PayoutView = z.output<typeof payoutView>;

const payoutItemView = z.strictObject({
  uuid: z.uuid(),
  amount: text.describe("As given in the request"),
  currency: text,
  network: text.describe("Network code in upper case"),
  address: text,
  txid: textOrNull,
  order_id: textOrNull,
  payment_status: z.null(),
  status: z.enum(PAYOUT_STATUSES),
  is_final: z.boolean(),
  balance: text,
  created_at: text.describe("ISO 8601 at +03:00"),
  updated_at: text.describe("ISO 8601 at +03:00"),
});
export type PayoutItemView = z.output<typeof payoutItemView>;

/** `POST /v1/payout/list` */
export const payoutPageView = z.strictObject({ merchant_uuid: z.uuid(), ...pageView(payoutItemView).shape });
export type PayoutPageView = z.output<typeof payoutPageView>;
