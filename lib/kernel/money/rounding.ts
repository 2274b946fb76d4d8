import { Decimal } from "@/lib/kernel/money/decimal";

/**
 * The roundings of the money rules, by name. Who gains from a rounding is decided here and nowhere
 * else.
 */

/** Decimals of a fee and of every amount that has no finer unit of its own. */
export const FEE_DECIMALS = 8;

/**
 * A quotient that does not end carries an error in its 100th digit. Multiplied on, 2/3 of 3 becomes
 * 2.000...01, and rounding up would ask the payer for one unit too much. No real amount has 40
 * decimals, so what lies beyond them is that error.
 */
const NOISE_DECIMALS = 40;

/**
 * What a payer owes: up to the coin's payable unit of `decimals` decimals, so that the merchant is
 * never short.
 */
export function roundUpToUnit(amount: Decimal, decimals: number): Decimal {
  return withoutNoise(amount).toDecimalPlaces(decimals, Decimal.ROUND_CEIL);
}

/** A fee or commission: half to even at 8 decimals, which favours nobody over many payments. */
export function roundFee(amount: Decimal): Decimal {
  return withoutNoise(amount).toDecimalPlaces(FEE_DECIMALS, Decimal.ROUND_HALF_EVEN);
}

/**
 * What leaves the gateway (a payout from a fiat amount, the output of a conversion): towards zero,
 * never more than is owed.
 */
export function roundDown(amount: Decimal, decimals: number): Decimal {
  return withoutNoise(amount).toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
}

function withoutNoise(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(NOISE_DECIMALS, Decimal.ROUND_HALF_EVEN);
}
