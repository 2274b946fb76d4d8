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
 * Recorded at one look at most, and of one owner the largest only: anybody can send a thousand
 * grains, which would otherwise keep the watcher busy and bury what somebody really pays. What is
 * left out is found in its block.
 */
const UNCONFIRMED_MAX = 500;
const UNCONFIRMED_OF_OWNER_MAX = 20;

/** A transfer to an address of somebody, in a coin that was offered. */
type Candidate = Transfer & { readonly address: OwnedAddress; readonly row: NewUnconfirmedDeposit };

/**
 * Records what a node's mempool shows for addresses of ours as deposits without a block: seen, and
 * neither money nor a coin before a block has them. Answers the ids of all transactions that it
 * shows.
 *
 * Left out, and found in its block: what we sent ourselves, addresses that nobody was given, coins
 * that are not in the catalog, cannot be read or carry a token, and whatever an account sent, since
 * a block alone is believed about where to send money back. Whose coins were spent is told along:
 * it is proven by bytes, and the block has the last word about whom to screen.
 *
 * @param at where reading stands: nothing is recorded when it has moved on meanwhile, because a
 *   block may have them by then
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

/** Ours are known before a node has them, so one that a node shows is known by now. */
async function excludeOwn(networkCode: string, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const own = await findOwnTransactions(database(), networkCode, candidates.map(sentAs));
  return candidates.filter((candidate) => !own.has(sentAs(candidate)));
}

/** Blocks wait that long at most for each half of it: what is new, and what is gone. */
const CHECK_MS_MAX = 10_000;

/**
 * What was logged last of each network, in this process: a node that never tells of its mempool
 * would fill the log.
 */
const problems = new Map<string, string>();

/**
 * One look at what waits for a block: new payments are shown before they are in one, and what was
 * replaced or dropped is shown no more. Nothing depends on it: whatever fails here is logged, and
 * the blocks are read as if nobody had looked.
 *
 * @param at the block up to which everything was read
 * @param areNoneShown that nothing stands that a mempool showed is known: then an empty one is not
 *   worth a statement
 * @returns whether it shows nothing for us, and nothing stands that it had shown before
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
  // Recorded first: what replaces a payment and pays as well takes its place before the old one
  // goes.
  const recorded = await limit((limited) => recordUnconfirmedDeposits(driver, network, at, limited));
  // Nothing that was shown once may stand for ever because the mempool cannot be read any more.
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

/** @throws only when all is to stop */
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
