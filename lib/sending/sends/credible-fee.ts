import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { type Outgoing, versionOf } from "@/lib/sending/sends/outgoing";

/**
 * What a transaction cost, in the native coin; null when the node does not say, or says what cannot be: more than its bytes can ever
 * cost, which is what was put aside for them, or less than what is to come back lets it cost. Such a figure would move money in the
 * books that never moved.
 */
export function credibleFee(
  { outgoing, version, status }: Pick<Found, "outgoing" | "version" | "status">,
  nativeDecimals: number,
): Decimal | null {
  if (status.feeUnits === null) return null;
  const fee = fromBaseUnits(status.feeUnits, nativeDecimals);
  const { feeMax } = outgoing;
  const least = status.succeeded ? givenBackOf(outgoing, version).negated() : ZERO;
  return fee.lt(least) || fee.gt(feeMax) ? null : fee;
}

/**
 * What accounts that it closes are to give back to whoever pays for it: what is expected is the most that it may cost without that. It may cost
 * nearly nothing besides: several are signed before the account is there that each of them would have to open, and only the first one opens it.
 * The audit allows the same (`custody-repo.ts`).
 */
export function givenBackOf(outgoing: Outgoing, version: number): Decimal {
  if (outgoing.feePayer === null) return ZERO;
  const { feeMax, feeExpected } = versionOf(outgoing, version);
  return Decimal.max(ZERO, feeMax.minus(feeExpected));
}
