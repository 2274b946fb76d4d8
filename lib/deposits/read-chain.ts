import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { beginReading } from "@/lib/deposits/begin-reading";
import { noteAtPosition, readCursor, type StoredBlock, type StoredCursor } from "@/lib/deposits/chain-repo";
import { followMempool } from "@/lib/deposits/follow-mempool";
import { followReorganisation } from "@/lib/deposits/follow-reorganisation";
import { judgeReversals } from "@/lib/deposits/judge-reversals";
import type { ReadNetwork, ReadOutcome } from "@/lib/deposits/read-network";
import { recordBlocks } from "@/lib/deposits/record-blocks";
import { readInWidth } from "@/lib/deposits/scan-width";
import { isSameChain, resumeNetwork } from "@/lib/deposits/stop-network";

/**
 * One step of reading a network: notices a reorganisation, reads the next blocks and records their deposits, or notes that the head is
 * reached and looks at what waits for a block. Nothing is remembered between steps but the database's cursor, which moves by compare-and-set together with the
 * deposits, so any number of processes may do this at once.
 *
 * A lower head is never a reorganisation: a node that restarted behind us is waited for.
 * @throws ChainIdentityError when a node is on another chain than configured
 */
export async function readChain(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<ReadOutcome> {
  const startedAt = new Date();
  const cursor = await readCursor(network.code);
  if (cursor === null) return beginReading(driver, network, signal);
  if (cursor.stoppedAt !== null) return resumeNetwork(driver, network, cursor, signal);
  const head = await driver.head(signal);
  if (BigInt(head.height) < cursor.height) {
    if (await isSameChain(driver, network, cursor, signal)) await noteBehind(network, cursor, head, startedAt);
    return "idle";
  }
  const atCursor = BigInt(head.height) === cursor.height ? head : await blockAtCursor(driver, cursor, signal);
  if (atCursor === null) return seekMissing(driver, network, { cursor, startedAt }, signal);
  if (atCursor.hash !== cursor.hash) {
    const isSame = await isSameChain(driver, network, cursor, signal);
    return isSame ? followReorganisation(driver, network, cursor, signal) : "idle";
  }
  if (BigInt(head.height) === cursor.height) {
    if (cursor.caughtUpAt === null) await followMempool(driver, network, cursor, signal);
    await noteHead(network, { cursor, head, startedAt });
    await judgeReversals(driver, network, cursor.height, signal);
    if (cursor.caughtUpAt !== null) await followMempool(driver, network, cursor, signal);
    return "idle";
  }
  return readOn(driver, network, { cursor, head, startedAt }, signal);
}

/** Null as well where no node shows the block though the chain has one: what each of them says is then looked at. */
async function blockAtCursor(driver: ChainDriver, { height }: StoredCursor, signal: AbortSignal) {
  try {
    return await driver.blockAt(toHeight(height), signal);
  } catch (error) {
    if (error instanceof ChainInconsistentError) return null;
    throw error;
  }
}

/**
 * The chain is above the block that was read last and shows none at its height. That is a reorganisation (of a chain that may skip heights)
 * only when every node says so, from as far up; else a node lost the block, and the operator hears of it.
 */
async function seekMissing(
  driver: ChainDriver,
  network: ReadNetwork,
  { cursor, startedAt }: { cursor: StoredCursor; startedAt: Date },
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const height = toHeight(cursor.height);
  const testimonies = await driver.blockAtByEach(height, signal);
  const isGone = testimonies.every(
    ({ head, answer }) => head !== null && head.height > height && answer !== null && answer.block === null,
  );
  if (!(await isSameChain(driver, network, cursor, signal))) return "idle";
  if (isGone) return followReorganisation(driver, network, cursor, signal);
  const problem = `A node has no block ${height}, which was read already, and not every node says the same`;
  await noteAtPosition(network.code, positionOf(cursor), { lastAnswerAt: startedAt, problem });
  return "idle";
}

async function readOn(
  driver: ChainDriver,
  network: ReadNetwork,
  at: { cursor: StoredCursor; head: BlockReference; startedAt: Date },
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const fromHeight = toHeight(at.cursor.height) + 1;
  const recorded = await readInWidth(driver, (width) => {
    const toHeightIncluded = Math.min(at.head.height, fromHeight + width - 1);
    return recordBlocks(driver, network, { cursor: at.cursor, fromHeight, toHeight: toHeightIncluded }, signal);
  });
  if (recorded === null) return "more";
  if (recorded === "unreadable") return "idle";
  if (recorded === "moved") return "more";
  if (recorded.height < at.head.height) {
    const { height, hash } = recorded;
    await noteAtPosition(network.code, { height: BigInt(height), hash }, headFacts(at.head, at.startedAt));
    return "more";
  }
  // What a reorganisation took out of its block may wait for another one: nothing is decided by its absence before that was looked at.
  const reached = at.cursor.caughtUpAt === null ? await readCursor(network.code) : null;
  if (reached !== null) await followMempool(driver, network, reached, signal);
  await noteHead(network, at);
  return "more";
}

async function noteBehind(network: ReadNetwork, cursor: StoredCursor, head: BlockReference, answeredAt: Date) {
  const problem = `The node is at block ${head.height}, behind block ${cursor.height} that was read already`;
  await noteAtPosition(network.code, positionOf(cursor), { lastAnswerAt: answeredAt, problem });
}

/**
 * The head was reached by a step that began at `startedAt`: every block up to the head's time has been read, and no claim is made
 * beyond it, because a node that lags a little does not have the newest blocks yet. Nothing is said when another worker has read on
 * since, or has followed a reorganisation: `cursor` is what the step began with.
 */
async function noteHead(
  network: ReadNetwork,
  { cursor, head, startedAt }: { cursor: StoredCursor; head: BlockReference; startedAt: Date },
): Promise<void> {
  const lagSeconds = Math.round((startedAt.getTime() - head.time.getTime()) / 1000);
  const isFresh = lagSeconds <= network.lagLimitSeconds;
  // A block's time may run ahead of our clock.
  const caughtUpAt = head.time < startedAt ? head.time : startedAt;
  const at = { height: BigInt(head.height), hash: head.hash, caughtUpAt: cursor.caughtUpAt };
  await noteAtPosition(network.code, at, {
    ...headFacts(head, startedAt),
    ...(isFresh ? { caughtUpAt } : {}),
    problem: isFresh ? null : `The node's newest block is ${lagSeconds} s old`,
  });
}

const positionOf = ({ height, hash }: StoredCursor): StoredBlock => ({ height, hash });

function headFacts(head: BlockReference, startedAt: Date) {
  return { headHeight: BigInt(head.height), headTime: head.time, lastAnswerAt: startedAt };
}

/** Heights are exact as JavaScript numbers up to 2^53; the database keeps them as 64 bits. */
function toHeight(height: bigint): number {
  return Number.parseInt(height.toString(), 10);
}
