import { z } from "zod";
import { parseAmount } from "@/lib/kernel/money/parse-amount";

/** A merchant's outflow limits, as its owner may set them. Safe for the browser. */

const CENTS = 2;
/** Integer digits that fit the column with room for a daily total. */
const WHOLE_DIGITS_MAX = 15;

/** US dollars, exact, with at most two decimals; null or empty: no limit. */
const dollars = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === "") return null;
    const amount = parseAmount(text);
    const isFine = amount !== null && amount.decimalPlaces() <= CENTS;
    if (isFine && amount.toFixed(0, 1).length <= WHOLE_DIGITS_MAX) return amount.toFixed();
    context.addIssue("Enter an amount in US dollars, with at most two decimals.");
    return z.NEVER;
  })
  .nullable();

export const outflowLimitsInput = z.object({
  /** Maximum outflow within 24 hours. */
  dailyLimitUsd: dollars.refine(
    (value) => value === null || /[1-9]/.test(value),
    "A limit of 0 would stop all payouts.",
  ),
  /** An outflow worth more needs a second person. Zero: every outflow does. */
  approvalAboveUsd: dollars,
  /**
   * Maximum that the payment key may refund within 24 hours to addresses that did not pay. Zero:
   * nothing.
   */
  refundCeilingUsd: dollars,
  /** `payment/refund` is rejected when signed with the payment key. */
  refundsNeedPayoutKey: z.boolean(),
  /** Calls of the machine API are rejected without a timestamped signature. */
  callsNeedTimedSignature: z.boolean(),
});
export type OutflowLimitsInput = z.output<typeof outflowLimitsInput>;

/** The parts of it that each card of the pages holds. */
export const moneyLimitsInput = outflowLimitsInput.omit({ callsNeedTimedSignature: true });
export const timedSignatureInput = outflowLimitsInput.pick({ callsNeedTimedSignature: true });
export type TimedSignatureForm = z.output<typeof timedSignatureInput>;

/**
 * Omitted fields stay unchanged: of two people who each change one limit at once, both changes
 * apply.
 */
export const outflowLimitsChange = outflowLimitsInput.partial();
export type OutflowLimitsChange = z.output<typeof outflowLimitsChange>;

export const outflowLimitsView = z.object({
  dailyLimitUsd: z.string().nullable(),
  approvalAboveUsd: z.string().nullable(),
  refundCeilingUsd: z.string().nullable(),
  refundsNeedPayoutKey: z.boolean(),
  callsNeedTimedSignature: z.boolean(),
});
export type OutflowLimitsView = z.output<typeof outflowLimitsView>;
