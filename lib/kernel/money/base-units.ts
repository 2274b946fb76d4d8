import { Decimal, decimal } from "@/lib/kernel/money/decimal";

/** An ERC-20 `decimals()` is a uint8. */
const DECIMALS_MAX = 255;

/**
 * Converts an amount to whole base units (wei, satoshi, sun) on a chain with this many decimals.
 *
 * @throws RangeError when the amount is finer than the chain supports: it is rejected, never
 *   rounded.
 */
export function toBaseUnits(amount: Decimal, decimals: number): bigint {
  assertDecimals(decimals);
  if (amount.decimalPlaces() > decimals) {
    throw new RangeError(`${amount.toFixed()} has more than ${decimals} decimals`);
  }
  return BigInt(amount.toFixed(decimals, Decimal.ROUND_DOWN).replace(".", ""));
}

/** Converts whole base units to the exact amount. Inverse of {@link toBaseUnits}. */
export function fromBaseUnits(units: bigint, decimals: number): Decimal {
  assertDecimals(decimals);
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return decimal(decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - decimals)}`);
}

function assertDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > DECIMALS_MAX) {
    throw new RangeError(`decimals must be a whole number from 0 to ${DECIMALS_MAX}, not ${decimals}`);
  }
}
