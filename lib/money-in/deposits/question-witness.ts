import { toAddressKey } from "@/lib/chains/address-keys";
import type { ChainDriver, Transfer } from "@/lib/chains/driver";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import type { UnattestedDeposit } from "@/lib/money-in/deposits/attestations-repo";
import { positionOnChain } from "@/lib/money-in/deposits/position-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** Deposits of one block. */
export type AttestedBlock = {
  readonly height: number;
  readonly hash: string;
  readonly deposits: readonly UnattestedDeposit[];
};

/**
 * What a host says about a deposit. `agrees`: the block is on its chain, has as many confirmations,
 * and contains exactly this transfer. `denies`: it has come that far, and it is otherwise.
 */
export type Word = "agrees" | "denies";

/**
 * Asks one host about the deposits of a block, by the same reading that found them. @returns the
 * word by deposit; null while the host has not come that far
 * @throws what its driver throws
 */
export async function questionWitness(
  witness: ChainDriver,
  { block, headHeight, catalog }: { block: AttestedBlock; headHeight: number; catalog: Catalog },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Word> | null> {
  const { height, hash, deposits } = block;
  const confirmations = deposits[0]?.confirmations ?? 1;
  if (headHeight < height + confirmations - 1) return null;
  const keyOf = (address: string) => toAddressKey(witness.family, address);
  const ours = new Set(deposits.map(({ toAddress }) => keyOf(toAddress)));
  const scanned = await witness.scan(
    {
      fromHeight: height,
      toHeight: height,
      match: async (found) => new Set(found.flatMap(({ address }) => (ours.has(keyOf(address)) ? [address] : []))),
    },
    signal,
  );
  if (scanned.blocks.find((one) => one.height === height)?.hash !== hash)
    return new Map(deposits.map(({ id }) => [id, "denies"]));
  const shown = new Set(
    [...scanned.transfers, ...(scanned.excesses ?? [])].map((transfer) => nameOf(catalog, witness.network, transfer)),
  );
  const words = new Map<string, Word>();
  for (const deposit of deposits) {
    const isShown =
      shown.has(nameOfDeposit(deposit)) || (await isShownByTrace(witness, { deposit, height, hash, catalog }, signal));
    words.set(deposit.id, isShown ? "agrees" : "denies");
  }
  return words;
}

function nameOf(catalog: Catalog, networkCode: string, { transactionId, position, asset, units, to }: Transfer) {
  const service = catalog.serviceOfAsset(networkCode, asset.kind === "token" ? asset.contract : null);
  if (service === null) return "";
  const amount = fromBaseUnits(units, service.decimals).toFixed();
  return [transactionId, position, service.currency.code, amount, to.address].join(" ");
}

function nameOfDeposit({ transactionId, position, currencyCode, amount, toAddress }: UnattestedDeposit): string {
  return [transactionId, positionOnChain(position), currencyCode, amount.toFixed(), toAddress].join(" ");
}

type Asked = {
  readonly deposit: UnattestedDeposit;
  readonly height: number;
  readonly hash: string;
  readonly catalog: Catalog;
};

/**
 * Whether the host shows a transfer by a contract, which no scan contains. A host that cannot trace
 * must at least have its transaction in the block, and the amount on the address: nothing moves it
 * away before it is booked.
 */
async function isShownByTrace(
  witness: ChainDriver,
  { deposit, height, hash, catalog }: Asked,
  signal: AbortSignal,
): Promise<boolean> {
  const native = catalog.serviceOfAsset(witness.network, null);
  if (witness.internalTransfers === undefined || native?.currency.code !== deposit.currencyCode) return false;
  const traced = await witness.internalTransfers(height, deposit.toAddress, signal);
  if (traced !== null)
    return traced.some((transfer) => nameOf(catalog, witness.network, transfer) === nameOfDeposit(deposit));
  const status = await witness.transactionStatus(deposit.transactionId, signal);
  if (status.state !== "included" || !status.succeeded || status.block.hash !== hash) return false;
  const held = await witness.balanceOf(deposit.toAddress, { kind: "native" }, null, signal);
  return held >= toBaseUnits(deposit.amount, native.decimals);
}
