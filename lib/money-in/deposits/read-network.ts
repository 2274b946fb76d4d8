import type { ChainDriver } from "@/lib/chains/driver";
import { type BlockTooLargeError, ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import { clearAlarms, listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";

/**
 * How many blocks are asked for at once; what is not here is asked for as wide as its driver can. A
 * saving of this process.
 */
const widths = new WeakMap<ChainDriver, number>();

/**
 * Reads as many blocks at once as nodes and database manage: half as many after each time that none
 * answered or what they brought could not be written, down to one block, and twice as many after
 * each that was read. Asked for as before, a range that takes longer than its limit would never be
 * read.
 *
 * @returns null when the range was too wide: it is to be asked for again, narrower
 * @throws whatever keeps even one block from being read; at once what tells of the chain and not of
 *   how much of it was asked for
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
 * The operator hears of a block that is too large to be read, unless another worker has read it
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

/** Ends the alarms of blocks up to this one, which were read. Answers whether others are open. */
export async function clearTooLarge(network: string, readUpTo: bigint): Promise<boolean> {
  const open = await listOpenSubjects(kind, `${network}:`);
  const over = open.filter((subject) => BigInt(subject.slice(network.length + 1)) <= readUpTo);
  if (over.length > 0) await withTransaction((tx) => clearAlarms(tx, kind, over));
  return over.length < open.length;
}

/** What reading needs to know of a network; from the catalog. */
export type ReadNetwork = {
  readonly code: string;
  readonly family: string;
  readonly isSandbox: boolean;
  readonly lagLimitSeconds: number;
};

/**
 * `more`: there are blocks left to read; `idle`: at the head, or waiting for the node or the
 * operator.
 */
export type ReadOutcome = "more" | "idle";
