import type { ChainDriver, Transfer } from "@/lib/chains/driver";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { UnattestedDeposit } from "@/lib/money-in/deposits/attestations-repo";
import { readKnownChanges } from "@/lib/money-in/deposits/holdings-repo";
import { positionOnChain } from "@/lib/money-in/deposits/position-repo";
import { findOurs } from "@/lib/money-in/deposits/record-blocks";
import { surplusOf } from "@/lib/money-in/deposits/search-surplus";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** Searches for contracts' payments per block and question: each has the node execute a block. */
const SEARCHES_MAX = 20;

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

/** The height of the head at which the block's deposits are confirmed. */
export const topOf = ({ height, deposits }: AttestedBlock): number => height + (deposits[0]?.confirmations ?? 1) - 1;

type Question = { readonly block: AttestedBlock; readonly headHeight: number; readonly catalog: Catalog };

/**
 * Asks one host that has come as far about the deposits of a block, by the same reading that found
 * them. @returns the word by deposit; none where it cannot tell now
 * @throws what its driver throws
 */
export async function questionWitness(
  witness: ChainDriver,
  { block, headHeight, catalog }: Question,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Word>> {
  const { height, hash, deposits } = block;
  const scanned = await witness.scan(
    // All our addresses, as for reading: a wallet service is told by them how far it must look.
    { fromHeight: height, toHeight: height, match: async (found) => findOurs(witness.family, found, new Map()) },
    signal,
  );
  if (scanned.blocks.find((one) => one.height === height)?.hash !== hash)
    return new Map(deposits.map(({ id }) => [id, "denies"]));
  const shown = new Set(
    [...scanned.transfers, ...(scanned.excesses ?? [])].map((transfer) => nameOf(catalog, witness.network, transfer)),
  );
  const words = new Map<string, Word>();
  let searches = 0;
  for (const deposit of deposits) {
    const isShown = shown.has(nameOfDeposit(deposit));
    if (isShown || !mayBeUnlisted(witness, catalog, deposit)) words.set(deposit.id, isShown ? "agrees" : "denies");
    else if (searches++ < SEARCHES_MAX) {
      const word = await questionUnlisted(witness, { deposit, block, headHeight, catalog }, signal);
      if (word !== null) words.set(deposit.id, word);
    }
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

/** Whether it may be a transfer by a contract, which no scan contains. */
function mayBeUnlisted(witness: ChainDriver, catalog: Catalog, { currencyCode }: UnattestedDeposit): boolean {
  return (
    witness.internalTransfers !== undefined &&
    catalog.serviceOfAsset(witness.network, null)?.currency.code === currencyCode
  );
}

/**
 * Returns what the host says about a transfer by a contract. One that cannot trace must have its
 * transaction in the block, and on the address, at a height that was read, everything that is known
 * to be there, with this transfer. Null while a transaction of the address is pending.
 */
async function questionUnlisted(
  witness: ChainDriver,
  { deposit, block, headHeight, catalog }: Question & { readonly deposit: UnattestedDeposit },
  signal: AbortSignal,
): Promise<Word | null> {
  const { network } = witness;
  const { transactionId, addressId, toAddress, currencyCode, readHeight } = deposit;
  const traced = (await witness.internalTransfers?.(block.height, toAddress, signal)) ?? null;
  if (traced !== null) {
    const isTraced = traced.some((transfer) => nameOf(catalog, network, transfer) === nameOfDeposit(deposit));
    return isTraced ? "agrees" : "denies";
  }
  const status = await witness.transactionStatus(transactionId, signal);
  if (status.state !== "included" || !status.succeeded || status.block.hash !== block.hash) return "denies";
  const decimals = catalog.serviceOfAsset(network, null)?.decimals;
  const at = { id: addressId, address: toAddress };
  const changes = await readKnownChanges({ networkCode: network, currencyCode }, at);
  if (changes === null || decimals === undefined) return null;
  const surplusAt = surplusOf(witness, { address: toAddress, changes, decimals }, signal);
  // Beyond what was read, somebody's new payment would stand for one that is invented.
  return (await surplusAt(Math.min(headHeight, readHeight))) >= 0n ? "agrees" : "denies";
}
