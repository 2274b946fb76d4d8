import type { ChainDriver } from "@/lib/chains/driver";
import type { AlarmKind } from "@/lib/kernel/alarms/alarms";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  insertBlocks,
  insertCursor,
  readCursor,
  type StoredCursor,
  stopCursor,
  updateCursor,
} from "@/lib/money-in/deposits/chain-repo";
import type { ReadNetwork, ReadOutcome } from "@/lib/money-in/deposits/read-network";

/** The alarms that {@link stopNetwork} raises. */
export const STOPPING_ALARMS: readonly AlarmKind[] = [
  "network-stopped",
  "network-misconfigured",
  "deep-reorganisation",
];

/**
 * Stops reading a network and raises an alarm: nothing that its node reports may be recorded until
 * it is on the known chain again.
 */
export async function stopNetwork(network: string, kind: AlarmKind, message: string): Promise<void> {
  await withTransaction(async (tx) => {
    await stopCursor(tx, network, message);
    await raiseAlarm(tx, { kind, subject: network, message });
  });
}

/**
 * Whether the nodes have the genesis block of the chain read so far; if not, stops the network.
 * @throws ChainIdentityError when a node is on another chain than configured
 */
export async function isSameChain(
  driver: ChainDriver,
  network: ReadNetwork,
  cursor: StoredCursor,
  signal: AbortSignal,
): Promise<boolean> {
  const { genesisHash } = await driver.identify(signal);
  if (genesisHash === cursor.genesisHash) return true;
  const message = "The node has a different genesis block than before";
  await stopNetwork(network.code, "network-stopped", message);
  return false;
}

/** The same check at the start of a watcher. */
export async function checkGenesis(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<void> {
  const cursor = await readCursor(network.code);
  if (cursor !== null && cursor.stoppedAt === null) await isSameChain(driver, network, cursor, signal);
}

/**
 * Resumes a stopped network automatically when every node proves to be on the known chain: the same
 * genesis block and the same last block read. Then the cause of the stop has left no trace.
 * Otherwise the network stays stopped.
 * @throws ChainIdentityError when a node still is on another chain than configured
 */
export async function resumeNetwork(
  driver: ChainDriver,
  network: ReadNetwork,
  cursor: StoredCursor,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { genesisHash } = await driver.identify(signal);
  if (genesisHash !== cursor.genesisHash) return "idle";
  const atCursor = await driver.blockAt(Number.parseInt(cursor.height.toString(), 10), signal);
  if (atCursor?.hash !== cursor.hash) return "idle";
  await withTransaction(async (tx) => {
    await updateCursor(tx, network.code, { stoppedAt: null, problem: null });
    for (const kind of STOPPING_ALARMS) await clearAlarm(tx, { kind, subject: network.code });
  });
  log().warn({ network: network.code }, "a stopped network is on its chain again and goes on");
  return "more";
}

/**
 * Starts below the head, so that a reorganisation right after the first start still finds a common
 * ancestor.
 */
const BEGIN_BEHIND_BLOCKS = 64;

/** Creates the initial cursor near the head, since no address was assigned before. */
export async function beginReading(
  driver: ChainDriver,
  network: ReadNetwork,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { genesisHash } = await driver.identify(signal);
  const head = await driver.head(signal);
  const first = await driver.blockAt(Math.max(0, head.height - BEGIN_BEHIND_BLOCKS), signal);
  if (first === null) return "idle";
  await withTransaction(async (tx) => {
    const isFirst = await insertCursor(tx, {
      networkCode: network.code,
      genesisHash,
      height: BigInt(first.height),
      hash: first.hash,
      headHeight: BigInt(head.height),
      headTime: head.time,
      lastAnswerAt: new Date(),
    });
    for (const kind of STOPPING_ALARMS) await clearAlarm(tx, { kind, subject: network.code });
    if (isFirst) await insertBlocks(tx, [{ networkCode: network.code, ...first, height: BigInt(first.height) }]);
  });
  return "more";
}
