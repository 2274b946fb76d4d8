import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { contradictsDecimals } from "@/lib/catalog/verify-services";
import { toAddressKey } from "@/lib/chains/address-key";
import type { ChainDriver, Destination, Transfer } from "@/lib/chains/driver";
import { areSendersAccounts } from "@/lib/chains/senders";
import { database, withTransaction } from "@/lib/db";
import type { OwnedAddress, StoredBlock } from "@/lib/deposits/chain-repo";
import { findOwnTransactions } from "@/lib/deposits/own-transactions-repo";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { findOurs, sentAs, settleOwners } from "@/lib/deposits/record-blocks";
import { filterUnseen, lockCursorAt, type NewSighting, upsertSightings } from "@/lib/deposits/sightings-repo";
import { fromBaseUnits } from "@/lib/money/base-units";

/**
 * Recorded at one look at most, and of one owner the largest only: anybody can send a thousand grains, which would otherwise keep the
 * watcher busy and bury what somebody really pays. What is left out is found in its block.
 */
const SIGHTINGS_MAX = 500;
const SIGHTINGS_OF_OWNER_MAX = 20;

/** A transfer to an address of somebody, in a coin that was offered. */
type Candidate = Transfer & { readonly address: OwnedAddress; readonly row: NewSighting };

/**
 * Records what a node's mempool shows for addresses of ours as deposits without a block: seen, and neither money nor a coin before a block
 * has them. Answers the ids of all transactions that it shows.
 *
 * Left out, and found in its block: what we sent ourselves, addresses that nobody was given, coins that are not in the catalog, cannot be
 * read or carry a token, and whatever an account sent, since a block alone is believed about where to send money back. Whose coins were
 * spent is told along: it is proven by bytes, and the block has the last word about whom to screen.
 *
 * @param at where reading stands: nothing is recorded when it has moved on meanwhile, because a block may have them by then
 */
export async function recordSightings(
  driver: ChainDriver,
  network: ReadNetwork,
  at: StoredBlock,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ours = new Map<string, OwnedAddress>();
  const match = async (destinations: readonly Destination[]) => findOurs(driver.family, destinations, ours);
  const shown = await driver.pending(match, signal);
  if (shown.length === 0) return new Set();
  const catalog = await loadCatalog();
  const isByAccount = ({ from }: Transfer) => from !== null && areSendersAccounts(driver.family);
  const candidates = shown.flatMap((transfer) => {
    const address = ours.get(toAddressKey(driver.family, transfer.to.address));
    return address === undefined || isByAccount(transfer) ? [] : toCandidate(catalog, network, transfer, address);
  });
  const fresh = await filterUnseen(network.code, await leaveOwn(network.code, largestOfEach(candidates)));
  if (fresh.length > 0) {
    await withTransaction(async (tx) => {
      if (!(await lockCursorAt(tx, network.code, at))) return;
      const rows = fresh.map(({ row }) => row);
      await settleOwners(tx, await upsertSightings(tx, rows, SIGHTINGS_MAX));
    });
  }
  return new Set(shown.map(({ transactionId }) => transactionId));
}

function toCandidate(
  catalog: Catalog,
  network: ReadNetwork,
  transfer: Transfer,
  address: OwnedAddress,
): readonly Candidate[] {
  const { transactionId, position, asset, units, to, from, spends = [], isUnspendable } = transfer;
  const service = catalog.serviceOfAsset(network.code, asset.kind === "token" ? asset.contract : null);
  if (address.ownerKind === null || service === null || isUnspendable === true) return [];
  if (!service.isReviewed || contradictsDecimals(service.mismatch)) return [];
  const row = {
    networkCode: network.code,
    transactionId,
    position,
    currencyCode: service.currency.code,
    amount: fromBaseUnits(units, service.decimals).toFixed(),
    fromAddress: from,
    toAddress: to.address,
    addressId: address.id,
    ownerKind: address.ownerKind,
    ownerId: address.ownerId,
    spends: spends.length === 0 ? null : spends.map((coin) => `${coin.transactionId}:${coin.index}`).join(" "),
  };
  return [{ ...transfer, address, row }];
}

function largestOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const counts = new Map<string, number>();
  const bySize = candidates.toSorted((left, right) => (left.units < right.units ? 1 : -1));
  return bySize.filter(({ address }) => {
    const owner = `${address.ownerKind}:${address.ownerId}`;
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    return count <= SIGHTINGS_OF_OWNER_MAX;
  });
}

/** Ours are known before a node has them, so one that a node shows is known by now. */
async function leaveOwn(networkCode: string, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const own = await findOwnTransactions(database(), networkCode, candidates.map(sentAs));
  return candidates.filter((candidate) => !own.has(sentAs(candidate)));
}
