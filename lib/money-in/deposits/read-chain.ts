import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { BlockTooLargeError, ChainInconsistentError } from "@/lib/chains/errors";
import { readCursor, recordAtPosition, type StoredBlock, type StoredCursor } from "@/lib/money-in/deposits/chain-repo";
import { followMempool } from "@/lib/money-in/deposits/follow-mempool";
import { evaluateReversals, followReorganisation } from "@/lib/money-in/deposits/follow-reorganisation";
import {
  clearTooLarge,
  type ReadNetwork,
  type ReadOutcome,
  readInWidth,
  reportTooLarge,
} from "@/lib/money-in/deposits/read-network";
import { recordBlocks } from "@/lib/money-in/deposits/record-blocks";
import { beginReading, isSameChain, resumeNetwork } from "@/lib/money-in/deposits/stop-network";

/**
 * How often an idle network gets a full check regardless. Bounds when the watcher notices database
 * changes by others (another watcher's steps, a stopped network), and the age of `lastAnswerAt`,
 * about which the doctor warns after a minute.
 */
const WHOLE_CHECK_MS = 30_000;

/** A watcher's state from its last checks, in this process only. */
export type ReadMemory = {
  /** Null when the next check must be a full one. */
  idle: Idle | null;
  /** The head has not been reached yet, or not since a reorganisation. */
  isBehind: boolean;
  /** The head was reached after that. The caller resets it. */
  hasCaughtUp: boolean;
  /** An alarm about a block that was too large may be open. */
  mayMissBlock: boolean;
};

/**
 * At this cursor, caught up, nothing was pending: no deposit to reverse and no unconfirmed deposit.
 */
type Idle = { readonly cursor: StoredCursor; readonly isFresh: boolean; readonly untilMs: number };

export const newReadMemory = (): ReadMemory => ({
  idle: null,
  isBehind: false,
  hasCaughtUp: false,
  mayMissBlock: true,
});

/**
 * Performs one step of reading a network: detects a reorganisation, reads the next blocks and
 * records their deposits, or records that the head is reached and checks the mempool. The only
 * essential state between steps is the database's cursor, which moves by compare-and-set together
 * with the deposits, so any number of processes may do this concurrently.
 *
 * With a memory, an unchanged head costs one request to the node and no statement, and a block
 * without deposits costs one statement. Any difference (another hash, a lower head, a head that
 * gets too old, a mempool entry) triggers a full check.
 *
 * A lower head is never treated as a reorganisation: a node that restarted and is behind is waited
 * for.
 * @throws ChainIdentityError when a node is on another chain than configured
 */
export async function readChain(
  driver: ChainDriver,
  network: ReadNetwork,
  signal: AbortSignal,
  memory = newReadMemory(),
): Promise<ReadOutcome> {
  const startedAt = new Date();
  const { idle } = memory;
  // If this step fails, the next check is a full one.
  memory.idle = null;
  if (idle !== null && performance.now() < idle.untilMs) {
    const outcome = await checkAgain(driver, network, { memory, idle, startedAt }, signal);
    if (outcome !== null) return outcome;
  }
  const cursor = await readCursor(network.code);
  if (cursor === null) return beginReading(driver, network, signal);
  recordCaughtUp(memory, cursor);
  if (memory.mayMissBlock) memory.mayMissBlock = await clearTooLarge(network.code, cursor.height);
  if (cursor.stoppedAt !== null) return resumeNetwork(driver, network, cursor, signal);
  const head = await driver.head(signal);
  if (BigInt(head.height) < cursor.height) {
    if (await isSameChain(driver, network, cursor, signal)) await recordBehind(network, cursor, head, startedAt);
    return "idle";
  }
  const atCursor = await blockAtCursor(driver, cursor, head, signal);
  if (atCursor === null) return seekMissing(driver, network, { cursor, startedAt }, signal);
  if (atCursor.hash !== cursor.hash) {
    const isSame = await isSameChain(driver, network, cursor, signal);
    return isSame ? followReorganisation(driver, network, cursor, signal) : "idle";
  }
  const at = { cursor, head, startedAt, memory };
  if (BigInt(head.height) === cursor.height) return checkHead(driver, network, at, signal);
  return (await readOn(driver, network, at, signal)).outcome;
}

function recordCaughtUp(memory: ReadMemory, { caughtUpAt }: StoredCursor): void {
  if (memory.isBehind && caughtUpAt !== null) memory.hasCaughtUp = true;
  memory.isBehind = caughtUpAt === null;
}

type Step = { readonly cursor: StoredCursor; readonly head: BlockReference; readonly startedAt: Date };

async function checkHead(
  driver: ChainDriver,
  network: ReadNetwork,
  { memory, ...at }: Step & { readonly memory: ReadMemory },
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { cursor, head, startedAt } = at;
  if (cursor.caughtUpAt === null) await followMempool(driver, network, cursor, signal);
  await recordHead(network, at);
  const waiting = await evaluateReversals(driver, network, cursor.height, signal);
  const isNothingShown = cursor.caughtUpAt !== null && (await followMempool(driver, network, cursor, signal));
  if (waiting === 0 && isNothingShown) {
    const untilMs = performance.now() + WHOLE_CHECK_MS;
    memory.idle = { cursor, isFresh: isFresh(network, head, startedAt), untilMs };
  }
  return "idle";
}

/**
 * Checks a network that was idle a moment ago; null when it no longer is and needs a full check.
 */
async function checkAgain(
  driver: ChainDriver,
  network: ReadNetwork,
  { memory, idle, startedAt }: { memory: ReadMemory; idle: Idle; startedAt: Date },
  signal: AbortSignal,
): Promise<ReadOutcome | null> {
  const { cursor } = idle;
  const head = await driver.head(signal);
  if (isFresh(network, head, startedAt) !== idle.isFresh || BigInt(head.height) < cursor.height) return null;
  if (BigInt(head.height) === cursor.height) {
    if (head.hash !== cursor.hash || !(await followMempool(driver, network, cursor, signal, true))) return null;
    memory.idle = idle;
    return "idle";
  }
  // `readOn` verifies that these blocks follow the last block read before it records them.
  const { outcome, empty } = await readOn(driver, network, { cursor, head, startedAt, memory }, signal);
  if (empty === null) return outcome;
  memory.idle = { ...idle, cursor: { ...cursor, ...empty } };
  return "idle";
}

/** Also null when no node shows the block although the chain has one; each node is then queried. */
async function blockAtCursor(driver: ChainDriver, { height }: StoredCursor, head: BlockReference, signal: AbortSignal) {
  if (BigInt(head.height) === height) return head;
  try {
    return await driver.blockAt(toHeight(height), signal);
  } catch (error) {
    if (error instanceof ChainInconsistentError) return null;
    throw error;
  }
}

/**
 * Handles a chain that is above the last block read but has no block at its height. That is a
 * reorganisation (of a chain that may skip heights) only when every node reports it from at least
 * that height; otherwise a node lost the block, and the problem is recorded for the operator.
 */
async function seekMissing(
  driver: ChainDriver,
  network: ReadNetwork,
  { cursor, startedAt }: { cursor: StoredCursor; startedAt: Date },
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const height = toHeight(cursor.height);
  const answers = await driver.blockAtByEach(height, signal);
  const isGone = answers.every(
    ({ head, answer }) => head !== null && head.height > height && answer !== null && answer.block === null,
  );
  if (!(await isSameChain(driver, network, cursor, signal))) return "idle";
  if (isGone) return followReorganisation(driver, network, cursor, signal);
  const problem = `A node is missing block ${height}, which is already synced, and the nodes do not agree`;
  await recordAtPosition(network.code, positionOf(cursor), { lastAnswerAt: startedAt, problem });
  return "idle";
}

/**
 * Returns the new position as `empty` if the head was reached by blocks that contain nothing for
 * the gateway and confirm no deposit.
 */
async function readOn(
  driver: ChainDriver,
  network: ReadNetwork,
  { memory, ...at }: Step & { readonly memory: ReadMemory },
  signal: AbortSignal,
): Promise<{ readonly outcome: ReadOutcome; readonly empty: StoredBlock | null }> {
  const { cursor, head } = at;
  const fromHeight = toHeight(cursor.height) + 1;
  // Another node may have returned a different block at the head's height: that branch has not been
  // read up to the head's time.
  const cursorNote = ({ hash }: BlockReference) => (hash === head.hash ? headNote(network, at) : passingNote(at));
  const read = async (width: number) => {
    const range = { cursor, fromHeight, toHeight: Math.min(head.height, fromHeight + width - 1), cursorNote };
    try {
      return await recordBlocks(driver, network, range, signal);
    } catch (error) {
      if (!(error instanceof BlockTooLargeError)) throw error;
      memory.mayMissBlock = true;
      await reportTooLarge(network.code, error);
      throw error;
    }
  };
  const recorded = await readInWidth(driver, read, signal);
  if (recorded === "unreadable") return { outcome: "idle", empty: null };
  if (recorded === null || recorded === "moved" || recorded.height < head.height)
    return { outcome: "more", empty: null };
  const { hash, isEmpty } = recorded;
  const position = { height: BigInt(recorded.height), hash };
  if (cursor.caughtUpAt !== null) return { outcome: "more", empty: isEmpty ? position : null };
  // A transaction that a reorganisation removed from its block may be pending for another one:
  // nothing is decided by its absence before the mempool was checked.
  const reached = await readCursor(network.code);
  if (reached !== null) await followMempool(driver, network, reached, signal);
  await recordHead(network, at);
  return { outcome: "more", empty: null };
}

async function recordBehind(network: ReadNetwork, cursor: StoredCursor, head: BlockReference, answeredAt: Date) {
  const problem = `The node is at block ${head.height}, behind block ${cursor.height}, which is already synced`;
  await recordAtPosition(network.code, positionOf(cursor), { lastAnswerAt: answeredAt, problem });
}

/**
 * The note of a step that began at `startedAt` and reached the head: every block up to the head's
 * time has been read. It claims nothing beyond that, because a node that lags a little does not
 * have the newest blocks yet.
 */
function headNote(network: ReadNetwork, { head, startedAt }: Step) {
  const isYoung = isFresh(network, head, startedAt);
  // A block's time may be ahead of the local clock.
  const caughtUpAt = head.time < startedAt ? head.time : startedAt;
  const problem = isYoung ? null : `The node's newest block is ${lagSeconds(head, startedAt)} s old`;
  return { ...headFacts(head, startedAt), caughtUpAt: isYoung ? caughtUpAt : null, problem };
}

/** Blocks are left to read, so it makes no claim. */
function passingNote({ head, startedAt }: Step) {
  return { ...headFacts(head, startedAt), caughtUpAt: null, problem: undefined };
}

/**
 * Records nothing when another worker has read on or followed a reorganisation since: `cursor` is
 * the state at the start of the step.
 */
async function recordHead(network: ReadNetwork, step: Step): Promise<void> {
  const { cursor, head } = step;
  const { caughtUpAt, ...facts } = headNote(network, step);
  const at = { height: BigInt(head.height), hash: head.hash, caughtUpAt: cursor.caughtUpAt };
  await recordAtPosition(network.code, at, { ...facts, ...(caughtUpAt === null ? {} : { caughtUpAt }) });
}

function isFresh(network: ReadNetwork, head: BlockReference, at: Date): boolean {
  return lagSeconds(head, at) <= network.lagLimitSeconds;
}

function lagSeconds(head: BlockReference, at: Date): number {
  return Math.round((at.getTime() - head.time.getTime()) / 1000);
}

const positionOf = ({ height, hash }: StoredCursor): StoredBlock => ({ height, hash });

function headFacts(head: BlockReference, startedAt: Date) {
  return { headHeight: BigInt(head.height), headTime: head.time, lastAnswerAt: startedAt };
}

/** JavaScript numbers are exact for heights up to 2^53; the database stores 64 bits. */
function toHeight(height: bigint): number {
  return Number.parseInt(height.toString(), 10);
}
