/** How a figure moved against the range before. */
export type Change = {
  readonly direction: "up" | "down" | "same";
  /** By how much, in percent with at most one decimal; null where there was nothing before. */
  readonly percent: string | null;
};

/** Beyond that a percentage says nothing that "many times as much" does not. */
const TENTHS_MAX = 100_000n;

/**
 * Of whole numbers and of plain decimals with the same count of decimals, exactly: no amount passes
 * through floating point.
 */
export function changeOf(now: string | number, before: string | number): Change {
  const [present, past] = [toWhole(now), toWhole(before)];
  const direction = present > past ? "up" : present < past ? "down" : "same";
  if (past === 0n) return { direction, percent: null };
  const difference = present > past ? present - past : past - present;
  const tenths = (difference * 1000n + past / 2n) / past;
  if (tenths >= TENTHS_MAX) return { direction, percent: "9999" };
  const text = tenths % 10n === 0n || tenths >= 1000n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
  return { direction, percent: text };
}

/**
 * The same for two percentages with one decimal: the difference in points, since a percentage of
 * percents misleads.
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
