import { setMaxListeners } from "node:events";

/**
 * Runs `work` with a signal that fires when `limitMs` have passed or the caller gives up. The listener is
 * removed afterwards: `AbortSignal.any` on Node 20 keeps every derived signal alive as long as
 * its source, and a worker's stop signal lives for months.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${limitMs} ms`)), limitMs);
  // Many calls wait on one signal by design; Node 20 takes eleven for a leak and warns.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", forward, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    // The library's own abort error hides whether time ran out or the caller stopped.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
}
