import { countWitnesses } from "@/lib/chains/statements";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { credibleFee, givenBackOf } from "@/lib/sending/sends/credible-fee";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { versionOf } from "@/lib/sending/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

/** How many times what was expected back the only witness may say. */
const SOLE_WITNESS_TIMES = "2";

/**
 * What a transaction cost, in the native coin; null when no figure can be believed ({@link credibleFee}). Where it closed accounts for whoever pays,
 * more may come back than was there when it was signed: anyone may send coin to such an account. How much is no matter of its bytes, so
 * two witnesses have to say the very same. One that is all there is is believed as much again as was expected back, and no more: what it makes
 * up would stand in the books as coin of the hot wallet.
 */
export async function believeFee(
  { driver }: Pick<Engine, "driver">,
  { isSandbox }: Pick<CatalogNetwork, "isSandbox">,
  found: Found,
  nativeDecimals: number,
  signal: AbortSignal,
): Promise<Decimal | null> {
  const fee = credibleFee(found, nativeDecimals);
  const { outgoing, version, status } = found;
  if (fee !== null || !isGivenBack(found)) return fee;
  const told = fromBaseUnits(status.feeUnits ?? 0n, nativeDecimals);
  const isSole = !isSandbox && driver.witnesses < WITNESSES_MIN;
  if (isSole && told.negated().gt(givenBackOf(outgoing, version).times(SOLE_WITNESS_TIMES))) return null;
  const words = await driver.transactionStatusByEach(versionOf(outgoing, version).transactionId, signal);
  const agreeing = words.filter(
    ({ answer }) =>
      answer?.state === "included" &&
      answer.succeeded &&
      answer.block.hash === status.block.hash &&
      answer.feeUnits === status.feeUnits,
  );
  const needed = isSandbox || isSole ? 1 : WITNESSES_MIN;
  return countWitnesses(agreeing.map(({ node }) => node)) >= needed ? told : null;
}

/** Whether it is said to have brought its payer more than it cost, as only one can that was carried out. */
export function isGivenBack({ outgoing, status }: Pick<Found, "outgoing" | "status">): boolean {
  return status.succeeded && outgoing.feePayer !== null && status.feeUnits !== null && status.feeUnits < 0n;
}
