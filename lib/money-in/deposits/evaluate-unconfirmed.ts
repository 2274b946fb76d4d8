import type { ChainDriver, MempoolStatus, NodeAnswer } from "@/lib/chains/driver";
import type { CoinName } from "@/lib/chains/facts";
import { withTransaction } from "@/lib/kernel/db";
import type { StoredBlock } from "@/lib/money-in/deposits/chain-repo";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import {
  findReadBlock,
  listUnconfirmedDeposits,
  lockHeight,
  markAbsent,
  markLost,
  markShown,
  type UnconfirmedDeposit,
} from "@/lib/money-in/deposits/unconfirmed-deposits-repo";

/**
 * A node evicts transactions when its mempool is full, and the sender's wallet rebroadcasts them:
 * nothing counts as gone before this.
 */
const PATIENCE_MS = 10 * 60 * 1000;
/** There are never more than this pending; the newest wait until others are in a block. */
const CHECKED_MAX = 2_000;
/** Transactions per check that all nodes are queried about. */
const ASKED_MAX = 20;

/** `stays`: some node still has it, or no node answered. `absent`: no node has it at present. */
type Fate = "stays" | "absent" | "lost" | "elsewhere";

/**
 * Ends unconfirmed deposits that the mempool no longer shows and that no block contains. At once if
 * every node that answers has no such transaction and one of them reports another transaction that
 * spends its coins, or if a block already read contains the transaction without this transfer;
 * otherwise after ten minutes in which no node showed it. Such a deposit was never booked, so
 * nothing is reversed; if it reappears, it is recorded as seen again. Returns the number of
 * unconfirmed deposits that the mempool does not show.
 *
 * @param shown transactions currently in a node's mempool; empty when it could not be read, since
 *   all nodes are queried by id anyway
 */
export async function evaluateUnconfirmedDeposits(
  driver: ChainDriver,
  network: ReadNetwork,
  shown: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<number> {
  await markShown(network.code, [...shown]);
  const missing = await listUnconfirmedDeposits(network.code, CHECKED_MAX, [...shown]);
  for (const id of nextToAsk([...new Set(missing.map(({ transactionId }) => transactionId))])) {
    const ofTransaction = missing.filter(({ transactionId }) => transactionId === id);
    await judge(driver, network, ofTransaction, signal);
  }
  return missing.length;
}

/**
 * Starts at a different position each time, so that undecidable transactions do not block the
 * others.
 */
function nextToAsk(ids: readonly string[]): readonly string[] {
  const from = ids.length <= ASKED_MAX ? 0 : Date.now() % ids.length;
  return [...ids.slice(from), ...ids.slice(0, from)].slice(0, ASKED_MAX);
}

async function judge(
  driver: ChainDriver,
  network: ReadNetwork,
  unconfirmed: readonly UnconfirmedDeposit[],
  signal: AbortSignal,
): Promise<void> {
  const [first] = unconfirmed;
  if (first === undefined) return;
  const statuses = (await ask(driver, first, signal)).flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const fate = fateOf(statuses);
  if (fate === "stays") return markAbsent(idsOf(unconfirmed), false);
  if (fate === "absent") await markAbsent(idsOf(unconfirmed), true);
  const lost = fate === "absent" ? unconfirmed.filter(isPatienceOver) : unconfirmed;
  if (lost.length === 0) return;
  await withTransaction(async (tx) => {
    // Locks the cursor, so that the transaction's block is not recorded concurrently.
    const height = await lockHeight(tx, network.code);
    if (height === null) return;
    if (fate === "elsewhere" && !(await isAnyRead(statuses, height, (at) => findReadBlock(tx, network.code, at))))
      return;
    await settleOwners(tx, await markLost(tx, lost));
  });
}

async function ask(
  driver: ChainDriver,
  { transactionId, spends }: UnconfirmedDeposit,
  signal: AbortSignal,
): Promise<readonly NodeAnswer<MempoolStatus | null>[]> {
  if (driver.mempoolStatusByEach === undefined) return driver.transactionStatusByEach(transactionId, signal);
  return driver.mempoolStatusByEach({ transactionId, spends: toCoins(spends) }, signal);
}

function fateOf(statuses: readonly MempoolStatus[]): Fate {
  if (statuses.length === 0 || statuses.some(({ state }) => state === "pending")) return "stays";
  if (statuses.some(({ state }) => state === "included")) return "elsewhere";
  return statuses.some(({ state }) => state === "replaced") ? "lost" : "absent";
}

/**
 * Whether a block that contains the transaction was read. The transfer still has no block, so that
 * block does not contain the transfer.
 */
async function isAnyRead(
  statuses: readonly MempoolStatus[],
  height: bigint,
  find: (height: bigint) => Promise<{ readonly hash: string | null; readonly lowest: StoredBlock | null }>,
): Promise<boolean> {
  for (const status of statuses) {
    if (status.state !== "included" || BigInt(status.block.height) > height) continue;
    const { hash, lowest } = await find(BigInt(status.block.height));
    const isForgotten = lowest !== null && BigInt(status.block.height) < lowest.height;
    if (hash === status.block.hash || isForgotten) return true;
  }
  return false;
}

function isPatienceOver({ absentSince }: UnconfirmedDeposit): boolean {
  return absentSince !== null && Date.now() - absentSince.getTime() > PATIENCE_MS;
}

function toCoins(spends: string | null): readonly CoinName[] {
  if (spends === null) return [];
  return spends.split(" ").map((name) => {
    const [transactionId = "", index = ""] = name.split(":");
    return { transactionId, index: Number.parseInt(index, 10) };
  });
}

function idsOf(unconfirmed: readonly UnconfirmedDeposit[]): readonly string[] {
  return unconfirmed.map(({ id }) => id);
}
