import { z } from "zod";
import { parseAmount } from "@/lib/kernel/money/parse-amount";

/** A merchant's limits of what leaves it, as its owner may set them. Safe for the browser. */

const CENTS = 2;
/** Digits before the point that the column holds with room for a day's sum. */
const WHOLE_DIGITS_MAX = 15;

/** US dollars, exact, with at most two decimals; null, or left empty: no limit. */
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
  /** Most that may leave within 24 hours. */
  dailyLimitUsd: dollars.refine(
    (value) => value === null || /[1-9]/.test(value),
    "A limit of 0 would stop all payouts.",
  ),
  /** An outflow worth more needs a second person. Zero: every one does. */
  approvalAboveUsd: dollars,
  /**
   * Most that the payment key may refund within 24 hours to addresses that did not pay. Zero:
   * nothing.
   */
  refundCeilingUsd: dollars,
  /** `payment/refund` is refused when signed with the payment key. */
  refundsNeedPayoutKey: z.boolean(),
  /** Calls of the machine API are refused that are not signed with their time. */
  callsNeedTimedSignature: z.boolean(),
});
export type OutflowLimitsInput = z.output<typeof outflowLimitsInput>;

/** What a card of the pages holds of it. */
export const moneyLimitsInput = outflowLimitsInput.omit({ callsNeedTimedSignature: true });
export const timedSignatureInput = outflowLimitsInput.pick({ callsNeedTimedSignature: true });
export type TimedSignatureForm = z.output<typeof timedSignatureInput>;

/**
 * What is left out stays as it is: two people who change one limit each at once both have their
 * way.
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
