import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { database } from "@/lib/db";
import { insertCursor, readCursor, type StoredCursor, updateCursor } from "@/lib/deposits/chain-repo";
import { followReorganisation } from "@/lib/deposits/follow-reorganisation";
import { judgeReversals } from "@/lib/deposits/judge-reversals";
import type { ReadNetwork, ReadOutcome } from "@/lib/deposits/read-network";
import { recordBlocks } from "@/lib/deposits/record-blocks";
import { stopNetwork } from "@/lib/deposits/stop-network";

/**
 * One step of reading a network: notices a reorganisation, reads the next blocks and records their deposits, or notes that the head is
 * reached. Nothing is remembered between steps but the database's cursor, which moves by compare-and-set together with the
 * deposits, so any number of processes may do this at once.
 *
 * A lower head is never a reorganisation: a node that restarted behind us is waited for.
 */
export async function readChain(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<ReadOutcome> {
  const startedAt = new Date();
  const cursor = await readCursor(network.code);
  if (cursor === null) return begin(driver, network, signal);
  if (cursor.stoppedAt !== null) return "idle";
  const head = await driver.head(signal);
  if (BigInt(head.height) < cursor.height) {
    const problem = `The node is at block ${head.height}, behind block ${cursor.height} that was read already`;
    await updateCursor(database(), network.code, { lastAnswerAt: startedAt, problem });
    return "idle";
  }
  const atCursor = BigInt(head.height) === cursor.height ? head : await driver.blockAt(toHeight(cursor.height), signal);
  if (atCursor === null) return "idle";
  if (atCursor.hash !== cursor.hash) return followReorganisation(driver, network, cursor, signal);
  if (BigInt(head.height) === cursor.height) {
    await noteHead(network, head, startedAt);
    await judgeReversals(driver, network, signal);
    return "idle";
  }
  return readOn(driver, network, { cursor, head, startedAt }, signal);
}

/** Where reading begins: at the head, since no address was given out before. */
async function begin(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<ReadOutcome> {
  const { genesisHash } = await driver.identify(signal);
  const head = await driver.head(signal);
  await insertCursor(database(), {
    networkCode: network.code,
    genesisHash,
    height: BigInt(head.height),
    hash: head.hash,
    headHeight: BigInt(head.height),
    headTime: head.time,
    lastAnswerAt: new Date(),
  });
  return "more";
}

/**
 * Whether the node still is on the chain that was read before; asked when a watcher begins. Another genesis stops the network.
 * @throws ChainIdentityError when the node is on another chain than configured
 */
export async function checkGenesis(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<void> {
  const [{ genesisHash }, cursor] = await Promise.all([driver.identify(signal), readCursor(network.code)]);
  if (cursor === null || cursor.genesisHash === genesisHash) return;
  await stopNetwork(
    network.code,
    "network-stopped",
    "The node shows another genesis block than the one that was read before",
  );
}

async function readOn(
  driver: ChainDriver,
  network: ReadNetwork,
  at: { cursor: StoredCursor; head: BlockReference; startedAt: Date },
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const fromHeight = toHeight(at.cursor.height) + 1;
  const toHeightIncluded = Math.min(at.head.height, fromHeight + driver.features.scanBlocksMax - 1);
  const isRecorded = await recordBlocks(
    driver,
    network,
    { cursor: at.cursor, fromHeight, toHeight: toHeightIncluded },
    signal,
  );
  if (!isRecorded) return "more";
  if (toHeightIncluded < at.head.height) {
    await updateCursor(database(), network.code, headFacts(at.head, at.startedAt));
    return "more";
  }
  await noteHead(network, at.head, at.startedAt);
  return "more";
}

/**
 * The head was reached by a step that began at `startedAt`. What stands read is told in the chain's own time: a block that is still
 * on its way to the node may carry any time after the head's, so an invoice may expire only once a later block was read.
 */
async function noteHead(network: ReadNetwork, head: BlockReference, startedAt: Date): Promise<void> {
  const lagSeconds = Math.round((startedAt.getTime() - head.time.getTime()) / 1000);
  const isFresh = lagSeconds <= network.lagLimitSeconds;
  const caughtUpAt = head.time < startedAt ? head.time : startedAt;
  await updateCursor(database(), network.code, {
    ...headFacts(head, startedAt),
    ...(isFresh ? { caughtUpAt } : {}),
    problem: isFresh ? null : `The node's newest block is ${lagSeconds} s old`,
  });
}

function headFacts(head: BlockReference, startedAt: Date) {
  return { headHeight: BigInt(head.height), headTime: head.time, lastAnswerAt: startedAt };
}

/** Heights are exact as JavaScript numbers up to 2^53; the database keeps them as 64 bits. */
function toHeight(height: bigint): number {
  return Number.parseInt(height.toString(), 10);
}
