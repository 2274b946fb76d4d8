import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { SendCost } from "@/lib/sending/sends/send-owner";

/**
 * What each of several sends of one transaction cost: equal parts, of which the first has what does not divide. Together they are the whole,
 * to the last unit.
 * @param decimals of the native coin
 */
export function shareCost(cost: SendCost, count: number, decimals: number): readonly SendCost[] {
  const part = roundDown(cost.amount.dividedBy(`${count}`), decimals);
  const rest: Decimal = cost.amount.minus(part.times(`${count}`));
  return Array.from({ length: count }, (_, index) => ({
    currencyCode: cost.currencyCode,
    amount: index === 0 ? part.plus(rest) : part,
  }));
}
