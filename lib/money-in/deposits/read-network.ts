import type { ChainDriver } from "@/lib/chains/driver";
import { type BlockTooLargeError, ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import { clearAlarms, listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";

/**
 * Blocks per request, by driver; the default is the driver's maximum. Only an optimisation of this
 * process.
 */
const widths = new WeakMap<ChainDriver, number>();

/**
 * Reads as many blocks at once as nodes and database can handle: halves the width, down to one
 * block, whenever no node answered or the content could not be written, and doubles it after each
 * successful read. At a fixed width, a range that takes longer than its limit would never be read.
 *
 * @returns null when the range was too wide; the caller retries with a narrower one
 * @throws any error that prevents even a single block from being read; at once for errors about the
 *   chain rather than the size of the range
 */
export async function readInWidth<Result>(
  driver: ChainDriver,
  read: (width: number) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  const widest = driver.features.scanBlocksMax;
  const width = widths.get(driver) ?? widest;
  try {
    const result = await read(width);
    widths.set(driver, Math.min(widest, width * 2));
    return result;
  } catch (error) {
    if (signal.aborted || width === 1 || isAboutTheChain(error)) throw error;
    const narrower = width >> 1;
    widths.set(driver, narrower);
    log().warn({ network: driver.network, width, narrower, err: error }, "a range of blocks could not be read");
    return null;
  }
}

function isAboutTheChain(error: unknown): boolean {
  return error instanceof ChainIdentityError || error instanceof ChainInconsistentError;
}

const kind = "block-too-large";

/**
 * Raises an alarm about a block that is too large to be read, unless another worker has read it
 * since.
 */
export async function reportTooLarge(network: string, { height, message }: BlockTooLargeError): Promise<void> {
  const cursor = await readCursor(network);
  if (cursor === null || cursor.height >= BigInt(height)) return;
  const told = `Block ${height} of ${network} could not be read: ${message}`;
  const setting = `NODE_ANSWER_MB_MAX is ${env().NODE_ANSWER_MB_MAX}`;
  await withTransaction((tx) =>
    raiseAlarm(tx, { kind, subject: `${network}:${height}`, message: `${told}. ${setting}` }),
  );
}

/** Ends the alarms of blocks up to this one, which were read. Returns whether others are open. */
export async function clearTooLarge(network: string, readUpTo: bigint): Promise<boolean> {
  const open = await listOpenSubjects(kind, `${network}:`);
  const over = open.filter((subject) => BigInt(subject.slice(network.length + 1)) <= readUpTo);
  if (over.length > 0) await withTransaction((tx) => clearAlarms(tx, kind, over));
  return over.length < open.length;
}

/** The catalog data that reading a network needs. */
export type ReadNetwork = {
  readonly code: string;
  readonly family: string;
  readonly isSandbox: boolean;
  readonly lagLimitSeconds: number;
  /** Deposits recorded from now on wait for the word of a second node before they are booked. */
  readonly needsSecondNode: boolean;
};

/**
 * `more`: blocks are left to read; `idle`: at the head, or waiting for the node or the operator.
 */
export type ReadOutcome = "more" | "idle";
