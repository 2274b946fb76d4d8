import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { countWitnesses } from "@/lib/chains/witnesses";
import { fromBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";
import { credibleFee } from "@/lib/sends/credible-fee";
import type { Engine } from "@/lib/sends/engine";
import type { Found } from "@/lib/sends/follow-sends";
import { versionOf } from "@/lib/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sends/prove-included";

/**
 * What a transaction cost, in the native coin; null when no figure can be believed ({@link credibleFee}). Where it closed accounts for whoever pays,
 * more may come back than was there when it was signed: anyone may send coin to such an account. How much is no matter of its bytes, so
 * that is believed when as many witnesses say the very same as there are to ask, two at most.
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
  const { feeUnits } = status;
  if (fee !== null || feeUnits === null || feeUnits >= 0n || outgoing.feePayer === null) return fee;
  const words = await driver.transactionStatusByEach(versionOf(outgoing, version).transactionId, signal);
  const agreeing = words.filter(
    ({ answer }) =>
      answer?.state === "included" && answer.block.hash === status.block.hash && answer.feeUnits === feeUnits,
  );
  const needed = isSandbox ? 1 : Math.min(WITNESSES_MIN, driver.witnesses);
  return countWitnesses(agreeing.map(({ node }) => node)) >= needed ? fromBaseUnits(feeUnits, nativeDecimals) : null;
}
