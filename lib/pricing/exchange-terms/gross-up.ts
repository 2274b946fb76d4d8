import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";

export type GrossUp = {
  /** What to enter, where the fee is taken out of it. */
  readonly typed: Decimal;
  /** What comes of it on the chain; at least what is due, and less than one payable unit more. */
  readonly arrives: Decimal;
};

/**
 * The least amount in whole payable units that still covers `due` after the exchange has taken its fee out of it.
 * @param due what has to arrive, in the coin
 * @param fee not below zero, in the coin
 */
export function grossUp(due: Decimal, fee: Decimal, payableDecimals: number): GrossUp {
  const typed = roundUpToUnit(due.plus(fee), payableDecimals);
  return { typed, arrives: typed.minus(fee) };
}
