/** Runs at most `count` tasks at once, in the order of the calls. */
export function atMost(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    // A released slot passes directly to the first waiting task, without becoming free in between.
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
