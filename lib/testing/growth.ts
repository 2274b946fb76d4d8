const TRIES = 9;

/**
 * Returns how many times longer `work` takes for an input that is `times` as large: about `times`
 * for linear work, about its square if each part scans all others. Both sizes are measured
 * alternately, in processor time, and the fastest attempts count: other load on the machine never
 * makes one faster.
 */
export function growthOf(work: (size: number) => void, size: number, times: number): number {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < TRIES; turn += 1) {
    small = Math.min(
      small,
      measure(() => work(size)),
    );
    large = Math.min(
      large,
      measure(() => work(size * times)),
    );
  }
  return large / small;
}

/** Microseconds of this process: those in which the machine did something else do not count. */
function measure(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}
