/** Lets at most so many pieces of work run at once; the others wait in the order in which they came. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
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
