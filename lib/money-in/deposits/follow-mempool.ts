import { areSendersAccounts } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import type { ChainDriver, Destination, Transfer } from "@/lib/chains/driver";
import { withTimeLimit } from "@/lib/chains/limits";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { OwnedAddress, StoredBlock } from "@/lib/money-in/deposits/chain-repo";
import { evaluateUnconfirmedDeposits } from "@/lib/money-in/deposits/evaluate-unconfirmed";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { findOurs, sentAs, settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { findOwnTransactions } from "@/lib/money-in/deposits/repo";
import {
  filterUnseen,
  lockCursorAt,
  type NewUnconfirmedDeposit,
  upsertUnconfirmedDeposits,
} from "@/lib/money-in/deposits/unconfirmed-deposits-repo";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { contradictsDecimals } from "@/lib/pricing/catalog/verify-services";

/**
 * The most that one check records, and per owner only the largest: anybody can send a thousand dust
 * outputs, which would keep the watcher busy and hide real payments. The rest is found in its
 * block.
 */
const UNCONFIRMED_MAX = 500;
const UNCONFIRMED_OF_OWNER_MAX = 20;

/** A transfer to an assigned address, in an offered coin. */
type Candidate = Transfer & { readonly address: OwnedAddress; readonly row: NewUnconfirmedDeposit };

/**
 * Records transfers to the gateway's addresses in a node's mempool as deposits without a block:
 * they are seen, but neither booked nor spendable before a block contains them. Returns the ids of
 * all transactions shown.
 *
 * The following are left out and found in their block: the gateway's own transactions; unassigned
 * addresses; coins that are not in the catalog, cannot be read or carry a token; and anything sent
 * by an account, since only a block is trusted for the refund address. The owner of the spent coins
 * is reported as the sender: the bytes prove it, and the block decides in the end whom to screen.
 *
 * @param at the reading position: nothing is recorded if it has moved meanwhile, because a block
 *   may contain the transfers by then
 */
async function recordUnconfirmedDeposits(
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
  const fresh = await filterUnseen(network.code, await excludeOwn(network.code, largestOfEach(candidates)));
  if (fresh.length > 0) {
    await withTransaction(async (tx) => {
      if (!(await lockCursorAt(tx, network.code, at))) return;
      const rows = fresh.map(({ row }) => row);
      await settleOwners(tx, await upsertUnconfirmedDeposits(tx, rows, UNCONFIRMED_MAX));
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
    return count <= UNCONFIRMED_OF_OWNER_MAX;
  });
}

/**
 * The gateway stores its own transactions before a node has them, so any that a node shows is
 * known.
 */
async function excludeOwn(networkCode: string, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const own = await findOwnTransactions(database(), networkCode, candidates.map(sentAs));
  return candidates.filter((candidate) => !own.has(sentAs(candidate)));
}

/**
 * The longest that each half (recording new deposits, ending lost ones) may delay reading blocks.
 */
const CHECK_MS_MAX = 10_000;

/**
 * The last problem logged per network in this process: a node that never exposes its mempool would
 * fill the log.
 */
const problems = new Map<string, string>();

/**
 * Checks the mempool once: shows new payments before they are in a block, and ends those that were
 * replaced or dropped. Nothing depends on it: errors are logged, and blocks are read regardless.
 *
 * @param at the last block read
 * @param areNoneShown whether it is known that no unconfirmed deposit is stored: an empty mempool
 *   then needs no statement
 * @returns whether the mempool shows nothing for the gateway and no unconfirmed deposit is stored
 */
export async function followMempool(
  driver: ChainDriver,
  network: ReadNetwork,
  at: StoredBlock,
  signal: AbortSignal,
  areNoneShown = false,
): Promise<boolean> {
  const limit = <Value>(half: (limited: AbortSignal) => Promise<Value>) =>
    attempt(signal, withTimeLimit(CHECK_MS_MAX, signal, half));
  // Records first, so that a replacement that also pays is stored before the replaced payment ends.
  const recorded = await limit((limited) => recordUnconfirmedDeposits(driver, network, at, limited));
  // If the mempool can no longer be read, unconfirmed deposits must still end.
  const shown = recorded.value ?? new Set<string>();
  const isEmpty = shown.size === 0;
  const judged =
    isEmpty && areNoneShown
      ? { value: 0, error: null }
      : await limit((limited) => evaluateUnconfirmedDeposits(driver, network, shown, limited));
  recordProblem(network, recorded.error ?? judged.error);
  return isEmpty && judged.value === 0;
}

type Attempt<Value> = { readonly value: Value | null; readonly error: unknown };

/** @throws only when everything is to stop */
async function attempt<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { value: null, error };
  }
}

function recordProblem({ code }: ReadNetwork, error: unknown): void {
  if (error === null) {
    problems.delete(code);
    return;
  }
  const problem = String(error);
  if (problems.get(code) === problem) return;
  problems.set(code, problem);
  log().warn({ network: code, err: error }, "the mempool could not be looked at");
}
