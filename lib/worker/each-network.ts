import { withTimeLimit } from "@/lib/chains/time-limit";
import { every } from "@/lib/worker/every";

/** A round asks nodes for several things, each with a limit of its own; all of them together never take longer. */
export const ROUND_MS_MAX = 60_000;

type Named = { readonly network: { readonly code: string } };

/**
 * Repeats something on every network, with a pause in between, until the worker stops. No network waits for the nodes of another one, and
 * a round that nodes keep waiting is given up after `limitMs`; the next one begins after a pause.
 */
export async function eachNetwork<Open extends Named>(
  task: { readonly name: string; readonly pauseMs: number; readonly limitMs?: number },
  networks: readonly Open[],
  signal: AbortSignal,
  work: (open: Open, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { name, pauseMs, limitMs = ROUND_MS_MAX } = task;
  await Promise.all(
    networks.map((open) =>
      every(`${name} ${open.network.code}`, pauseMs, signal, () =>
        withTimeLimit(limitMs, signal, (limited) => work(open, limited)),
      ),
    ),
  );
}
