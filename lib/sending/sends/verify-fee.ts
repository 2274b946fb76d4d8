import { countWitnesses } from "@/lib/chains/statements";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { type Outgoing, versionOf } from "@/lib/sending/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

/** How many times what was expected back the only witness may say. */
const SOLE_WITNESS_TIMES = "2";

/**
 * What a transaction cost, in the native coin; null when no figure can be believed
 * ({@link verifiedFee}). Where it closed accounts for whoever pays, more may come back than was
 * there when it was signed: anyone may send coin to such an account. How much is no matter of its
 * bytes, so two witnesses have to say the very same. One that is all there is is believed as much
 * again as was expected back, and no more: what it makes up would stand in the books as coin of the
 * hot wallet.
 */
export async function verifyFee(
  { driver }: Pick<Engine, "driver">,
  { isSandbox }: Pick<CatalogNetwork, "isSandbox">,
  found: Found,
  nativeDecimals: number,
  signal: AbortSignal,
): Promise<Decimal | null> {
  const fee = verifiedFee(found, nativeDecimals);
  const { outgoing, version, status } = found;
  if (fee !== null || !isGivenBack(found)) return fee;
  const shown = fromBaseUnits(status.feeUnits ?? 0n, nativeDecimals);
  const isSole = !isSandbox && driver.witnesses < WITNESSES_MIN;
  if (isSole && shown.negated().gt(givenBackOf(outgoing, version).times(SOLE_WITNESS_TIMES))) return null;
  const nodeAnswers = await driver.transactionStatusByEach(versionOf(outgoing, version).transactionId, signal);
  const agreeing = nodeAnswers.filter(
    ({ answer }) =>
      answer?.state === "included" &&
      answer.succeeded &&
      answer.block.hash === status.block.hash &&
      answer.feeUnits === status.feeUnits,
  );
  const needed = isSandbox || isSole ? 1 : WITNESSES_MIN;
  return countWitnesses(agreeing.map(({ node }) => node)) >= needed ? shown : null;
}

/**
 * Whether it is said to have brought its payer more than it cost, as only one can that was carried
 * out.
 */
export function isGivenBack({ outgoing, status }: Pick<Found, "outgoing" | "status">): boolean {
  return status.succeeded && outgoing.feePayer !== null && status.feeUnits !== null && status.feeUnits < 0n;
}

/**
 * What a transaction cost, in the native coin; null when the node does not say, or says what cannot
 * be: more than its bytes can ever cost, which is what was put aside for them, or less than what is
 * to come back lets it cost. Such a figure would move money in the books that never moved.
 */
export function verifiedFee(
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
 * What accounts that it closes are to give back to whoever pays for it: what is expected is the
 * most that it may cost without that. It may cost nearly nothing besides: several are signed before
 * the account is there that each of them would have to open, and only the first one opens it. The
 * audit allows the same (`custody-repo.ts`).
 */
function givenBackOf(outgoing: Outgoing, version: number): Decimal {
  if (outgoing.feePayer === null) return ZERO;
  const { feeMax, feeExpected } = versionOf(outgoing, version);
  return Decimal.max(ZERO, feeMax.minus(feeExpected));
}
