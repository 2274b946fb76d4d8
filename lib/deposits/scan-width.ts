import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import { log } from "@/lib/log";

/** How many blocks are asked for at once; what is not here is asked for as wide as its driver can. A saving of this process. */
const widths = new WeakMap<ChainDriver, number>();

/**
 * Reads as many blocks at once as nodes and database manage: half as many after each time that none answered or what they brought could not
 * be written, down to one block, and twice as many after each that was read. Asked for as before, a range that takes longer than its limit
 * would never be read.
 *
 * @returns null when the range was too wide: it is to be asked for again, narrower
 * @throws whatever keeps even one block from being read; at once what tells of the chain and not of how much of it was asked for
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
