import type { ChainDriver } from "@/lib/chains/driver";
import { withTimeLimit } from "@/lib/chains/time-limit";
import type { StoredBlock } from "@/lib/deposits/chain-repo";
import { judgeSightings } from "@/lib/deposits/judge-sightings";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { recordSightings } from "@/lib/deposits/record-sightings";
import { log } from "@/lib/log";

/** Blocks wait for it that long at most. */
const LOOK_MS_MAX = 10_000;

/** What was logged last of each network, in this process: a node that never tells of its mempool would fill the log. */
const problems = new Map<string, string>();

/**
 * One look at what waits for a block: new payments are shown before they are in one, and what was replaced or dropped is shown no more.
 * Nothing depends on it: whatever fails here is logged, and the blocks are read as if nobody had looked.
 *
 * @param at the block up to which everything was read
 */
export async function followMempool(
  driver: ChainDriver,
  network: ReadNetwork,
  at: StoredBlock,
  signal: AbortSignal,
): Promise<void> {
  try {
    await withTimeLimit(LOOK_MS_MAX, signal, async (limited) => {
      // Recorded first: what replaces a payment and pays as well takes its place before the old one goes.
      const shown = await recordSightings(driver, network, at, limited);
      await judgeSightings(driver, network, shown, limited);
    });
    problems.delete(network.code);
  } catch (error) {
    signal.throwIfAborted();
    const problem = String(error);
    if (problems.get(network.code) === problem) return;
    problems.set(network.code, problem);
    log().warn({ network: network.code, err: error }, "the mempool could not be looked at");
  }
}
