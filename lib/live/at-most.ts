/** Runs at most `count` tasks at once, in the order in which they came. */
export function atMost(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    // A place that is given up goes to the first who waits, without becoming free in between.
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const first = waiting.shift();
      if (first === undefined) free += 1;
      else first();
    }
  };
}
