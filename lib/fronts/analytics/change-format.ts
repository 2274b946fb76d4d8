/** How a value changed from the previous range. */
export type Change = {
  readonly direction: "up" | "down" | "same";
  /** Change in percent with at most one decimal; null if the previous value was zero or below. */
  readonly percent: string | null;
};

/** Beyond that a percentage says no more than "many times as much". */
const TENTHS_MAX = 100_000n;

/**
 * Compares whole numbers, or plain decimals with the same number of decimals, exactly: no amount
 * passes through floating point.
 */
export function changeOf(now: string | number, before: string | number): Change {
  const [present, past] = [toWhole(now), toWhole(before)];
  const direction = present > past ? "up" : present < past ? "down" : "same";
  if (past <= 0n) return { direction, percent: null };
  const difference = present > past ? present - past : past - present;
  const tenths = (difference * 1000n + past / 2n) / past;
  if (tenths >= TENTHS_MAX) return { direction, percent: "9999" };
  const text = tenths % 10n === 0n || tenths >= 1000n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
  return { direction, percent: text };
}

/**
 * Compares two percentages with one decimal and returns the difference in points, because a
 * percentage of percentages misleads.
 */
export function pointsOf(now: string, before: string): Change {
  const difference = toWhole(now) - toWhole(before);
  const size = difference < 0n ? -difference : difference;
  const direction = difference > 0n ? "up" : difference < 0n ? "down" : "same";
  return { direction, percent: `${size / 10n}.${size % 10n}` };
}

function toWhole(value: string | number): bigint {
  return BigInt(value.toString().replace(".", ""));
}
