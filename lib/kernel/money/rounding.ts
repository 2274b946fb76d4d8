import { Decimal } from "@/lib/kernel/money/decimal";

/** The roundings of the money rules, by name. Only this file decides who gains from a rounding. */

/** Decimals of a fee and of every amount without a finer unit of its own. */
export const FEE_DECIMALS = 8;

/**
 * A non-terminating quotient has an error in its 100th digit. Multiplied, 2/3 of 3 becomes
 * 2.000...01, and rounding up would charge the payer one unit too much. No real amount has 40
 * decimals, so anything beyond them is that error.
 */
const NOISE_DECIMALS = 40;

/**
 * Rounds an amount due up to the coin's payable unit of `decimals` decimals, so that the merchant
 * is never short.
 */
export function roundUpToUnit(amount: Decimal, decimals: number): Decimal {
  return withoutNoise(amount).toDecimalPlaces(decimals, Decimal.ROUND_CEIL);
}

/**
 * Rounds a fee or commission half to even at 8 decimals, which favours nobody over many payments.
 */
export function roundFee(amount: Decimal): Decimal {
  return withoutNoise(amount).toDecimalPlaces(FEE_DECIMALS, Decimal.ROUND_HALF_EVEN);
}

/**
 * Rounds an amount that leaves the gateway (a payout from a fiat amount, the output of a
 * conversion) towards zero, never to more than is owed.
 */
export function roundDown(amount: Decimal, decimals: number): Decimal {
  return withoutNoise(amount).toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
}

/**
 * Rounds what a bill adds up (a line, a tax) to the decimals of its currency, half away from zero,
 * as tax authorities and calculators do, so that the customer gets the same result.
 */
export function roundBilled(amount: Decimal, decimals: number): Decimal {
  return withoutNoise(amount).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
}

function withoutNoise(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(NOISE_DECIMALS, Decimal.ROUND_HALF_EVEN);
}
