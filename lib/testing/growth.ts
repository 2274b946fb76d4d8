const TRIES = 9;

/**
 * How many times as long `work` takes for an input that is `times` as large: about `times` when the
 * work grows with its input, about the square of that when each part looks at all the others. Both
 * sizes are measured in turns and the quickest of some tries counts, because what else the machine
 * does makes none of them quicker.
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

/** Milliseconds of this process. */
function measure(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
