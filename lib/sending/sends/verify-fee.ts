import { countWitnesses } from "@/lib/chains/statements";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { type Outgoing, versionOf } from "@/lib/sending/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

/** How many times the expected return the only witness may report. */
const SOLE_WITNESS_TIMES = "2";

/**
 * Returns what a transaction cost, in the native coin; null when no reported cost is credible
 * ({@link verifiedFee}). If it closed accounts for its fee payer, more may be returned than they
 * held at signing, because anyone can send coins to such an account. That amount does not follow
 * from its bytes, so two witnesses must report exactly the same. The only witness is believed up to
 * twice the expected return and no further: a false amount would be booked as funds of the hot
 * wallet.
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
 * Returns whether it reportedly returned more to its payer than it cost, which only a successful
 * transaction can.
 */
export function isGivenBack({ outgoing, status }: Pick<Found, "outgoing" | "status">): boolean {
  return status.succeeded && outgoing.feePayer !== null && status.feeUnits !== null && status.feeUnits < 0n;
}

/**
 * Returns what a transaction cost, in the native coin; null when the node reports no cost or an
 * impossible one: more than its bytes can ever cost, which is the reserved fee, or less than the
 * expected return allows. Such a value would post money that never moved.
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
 * Returns what the accounts that it closes should return to its fee payer: the expected cost is the
 * maximum cost less that return. The actual cost may be close to zero otherwise: several may be
 * signed before an account exists that each would have to open, and only the first one opens it.
 * The audit allows the same (`custody-repo.ts`).
 */
function givenBackOf(outgoing: Outgoing, version: number): Decimal {
  if (outgoing.feePayer === null) return ZERO;
  const { feeMax, feeExpected } = versionOf(outgoing, version);
  return Decimal.max(ZERO, feeMax.minus(feeExpected));
}
