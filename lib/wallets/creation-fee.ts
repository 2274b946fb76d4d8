import { Decimal, ZERO } from "@/lib/money/decimal";
import { roundDown, roundFee } from "@/lib/money/rounding";

/** Scale of the column that keeps the part in TRX. */
const FEE_DECIMALS = 18;

/** What one credit pays of the creation fee. */
export type FeeCharge = {
  /** In the credit's currency; above zero, at most the credit. */
  readonly amount: Decimal;
  /** The same in TRX; above zero, at most what was due. */
  readonly feeAmount: Decimal;
};

/**
 * min(fee, credit) of what is still `due` in TRX, at `rate` units of the credit's currency for one TRX. Null when nothing is due, or
 * what could be taken is smaller than the smallest unit of either side.
 */
export function chargeOf(credit: Decimal, due: Decimal, rate: Decimal): FeeCharge | null {
  const asked = roundFee(due.times(rate));
  const isCovered = asked.lte(credit);
  const amount = isCovered ? asked : credit;
  const feeAmount = isCovered ? due : Decimal.min(due, roundDown(credit.dividedBy(rate), FEE_DECIMALS));
  return amount.gt(ZERO) && feeAmount.gt(ZERO) ? { amount, feeAmount } : null;
}
