import type { ChainDriver } from "@/lib/chains/driver";
import { withTimeLimit } from "@/lib/chains/time-limit";
import type { StoredBlock } from "@/lib/deposits/chain-repo";
import { judgeSightings } from "@/lib/deposits/judge-sightings";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { recordSightings } from "@/lib/deposits/record-sightings";
import { log } from "@/lib/log";

/** Blocks wait that long at most for each half of it: what is new, and what is gone. */
const LOOK_MS_MAX = 10_000;

/** What was logged last of each network, in this process: a node that never tells of its mempool would fill the log. */
const problems = new Map<string, string>();

/**
 * One look at what waits for a block: new payments are shown before they are in one, and what was replaced or dropped is shown no more.
 * Nothing depends on it: whatever fails here is logged, and the blocks are read as if nobody had looked.
 *
 * @param at the block up to which everything was read
 * @param areNoneShown that nothing stands that a mempool showed is known: then an empty one is not worth a statement
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
    attempt(signal, withTimeLimit(LOOK_MS_MAX, signal, half));
  // Recorded first: what replaces a payment and pays as well takes its place before the old one goes.
  const recorded = await limit((limited) => recordSightings(driver, network, at, limited));
  // Nothing that was shown once may stand for ever because the mempool cannot be read any more.
  const shown = recorded.value ?? new Set<string>();
  const isEmpty = shown.size === 0;
  const judged =
    isEmpty && areNoneShown
      ? { value: 0, error: null }
      : await limit((limited) => judgeSightings(driver, network, shown, limited));
  noteProblem(network, recorded.error ?? judged.error);
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

function noteProblem({ code }: ReadNetwork, error: unknown): void {
  if (error === null) {
    problems.delete(code);
    return;
  }
  const problem = String(error);
  if (problems.get(code) === problem) return;
  problems.set(code, problem);
  log().warn({ network: code, err: error }, "the mempool could not be looked at");
}
