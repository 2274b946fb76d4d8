import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import type { Found } from "@/lib/sends/follow-sends";
import { versionOf } from "@/lib/sends/outgoing";

/**
 * What a transaction cost, in the native coin; null when the node does not say, or says what cannot be: more than its bytes can ever
 * cost, which is what was put aside for them, or less than nothing where nothing was to come back. Such a figure would move money in the
 * books that never moved.
 */
export function credibleFee(
  { outgoing, version, status }: Pick<Found, "outgoing" | "version" | "status">,
  nativeDecimals: number,
): Decimal | null {
  if (status.feeUnits === null) return null;
  const fee = fromBaseUnits(status.feeUnits, nativeDecimals);
  const { feeMax } = outgoing;
  // What accounts that it closed give back was expected with it; beyond that it can only have been cheaper than the most.
  const { feeExpected } = versionOf(outgoing, version);
  const least = feeExpected.isNegative() ? feeExpected.minus(feeMax) : ZERO;
  return fee.lt(least) || fee.gt(feeMax) ? null : fee;
}
