import { setMaxListeners } from "node:events";

/** What goes on coming may take so long whatever it is, and longer if it comes as fast as that. */
const LONG_MS = 60_000;
const BYTES_A_MS = 2_000;

/**
 * Runs `work` with a signal that fires when `limitMs` have passed or the caller gives up. Who calls `progress` for each piece of an answer
 * that comes begins the limit anew, as long as all of it does not come too slowly: nobody holds us up by sending a byte now and then.
 * The listener is removed afterwards: `AbortSignal.any` on Node 20 keeps every derived signal alive as long as
 * its source, and a worker's stop signal lives for months.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal, progress: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${limitMs} ms`)), limitMs);
  const begunMs = performance.now();
  let read = 0;
  const progress = (bytes: number) => {
    read += bytes;
    if (performance.now() - begunMs < LONG_MS + read / BYTES_A_MS) timer.refresh();
  };
  // Many calls wait on one signal by design; Node 20 takes eleven for a leak and warns.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", forward, { once: true });
  try {
    return await work(controller.signal, progress);
  } catch (error) {
    // The library's own abort error hides whether time ran out or the caller stopped.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
}
