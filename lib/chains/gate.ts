import { setMaxListeners } from "node:events";

/** Lets at most so many pieces of work run at once; the others wait in the order in which they came, or until they give up. */
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
      // The place goes from hand to hand, so that nobody who comes now slips in before who waits.
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
