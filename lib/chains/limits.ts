import { setMaxListeners } from "node:events";
import { BlockTooLargeError } from "@/lib/chains/errors";
import { AnswerTooLargeError } from "@/lib/chains/node-request";

/** Default size limit of answers that hold one block or a part of one. */
export const BLOCK_BYTES_MAX = 1024 * 1024 * 1024;

/**
 * Names the block in the error when `work`, which reads one block and its contents, gets an answer
 * that is too large. @throws BlockTooLargeError
 */
export async function inBlock<Result>(height: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
    throw new BlockTooLargeError(height, error.message, { cause: error });
  }
}

/** A continuing answer may take this long in any case, and longer if it arrives at this rate. */
const LONG_MS = 60_000;
const BYTES_A_MS = 2_000;

/**
 * Runs `work` with a signal that fires when `limitMs` have passed or the caller aborts. Calling
 * `progress` for each received piece of an answer restarts the limit, as long as the whole does not
 * arrive too slowly: a server cannot stall us by sending a byte now and then. The listener is
 * removed afterwards: `AbortSignal.any` on Node 20 keeps every derived signal alive as long as its
 * source, and a worker's stop signal lives for months.
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
    // The library's own abort error hides whether the time ran out or the caller aborted.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
}

/**
 * Runs at most this many pieces of work at once; the others queue in order of arrival until they
 * run or abort.
 */
export type Gate = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
    signal.throwIfAborted();
    if (running >= places) await waitForPlace(waiting, signal);
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so that a newcomer cannot overtake the queue.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function waitForPlace(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  // Many calls wait on one signal by design; Node 20 takes eleven for a leak and warns.
  setMaxListeners(0, signal);
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    waiting.push(enter);
    signal.addEventListener("abort", leave, { once: true });
  });
}

/**
 * Like `Promise.all(items.map(work))` with at most `limit` calls in flight, results in the order of
 * `items`. Nodes count parallel requests and refuse beyond a few (seen: "Work queue depth
 * exceeded").
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  let failed = false;
  const drain = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, drain));
  return results;
}
