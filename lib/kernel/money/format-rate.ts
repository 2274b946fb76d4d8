import { Decimal } from "@/lib/kernel/money/decimal";

/** Decimals with which a rate leaves the gateway, as a rule. */
const RATE_DECIMALS = 8;
/** Below this, eight decimals would leave fewer than six digits that count. */
const SMALL = "0.001";
/** Digits that count which a small rate keeps. */
const SMALL_DIGITS = 8;

/**
 * `1228.45000000`: eight decimals, half to even. A rate below 0.001 keeps eight digits that count instead, however many decimals that
 * takes (`0.0000099512345`), so that no real rate reads as zero. Never an exponent.
 */
export function formatRate(rate: Decimal): string {
  if (rate.isZero() || rate.gte(SMALL))
    return rate.toDecimalPlaces(RATE_DECIMALS, Decimal.ROUND_HALF_EVEN).toFixed(RATE_DECIMALS, Decimal.ROUND_HALF_EVEN);
  const zeros = /^0\.(0*)/.exec(rate.toFixed())?.[1]?.length ?? 0;
  const rounded = rate.toDecimalPlaces(zeros + SMALL_DIGITS, Decimal.ROUND_HALF_EVEN);
  return rounded.toFixed(Math.max(RATE_DECIMALS, rounded.decimalPlaces()), Decimal.ROUND_HALF_EVEN);
}
