/** How used free bandwidth comes back: evenly over the 24 hours after its last use, in java-tron's own whole numbers. */

const WINDOW_SLOTS = 28_800n;
const PRECISION = 1_000_000n;

const divideUp = (value, by) => (value + by - 1n) / by;

/** What counts as used at slot `now` (a slot is 3 seconds) when `usage` was at slot `last`, with `added` on top. */
export function usageAt(usage, last, now, added = 0n) {
  let average = divideUp(usage * PRECISION, WINDOW_SLOTS);
  const passed = BigInt(now - last);
  if (passed >= WINDOW_SLOTS) average = 0n;
  else if (passed > 0n) average = (average * (WINDOW_SLOTS - passed) * 2n + WINDOW_SLOTS) / (2n * WINDOW_SLOTS);
  average += divideUp(added * PRECISION, WINDOW_SLOTS);
  return (average * WINDOW_SLOTS) / PRECISION;
}
