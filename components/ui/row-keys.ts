/** Keys that move through the rows of a list, and where they lead. Pure. */

/** The arrows scroll the page, unless a row has the focus. */
const STEPS: Readonly<Record<string, { readonly step: 1 | -1; readonly isArrow: boolean }>> = {
  j: { step: 1, isArrow: false },
  k: { step: -1, isArrow: false },
  ArrowDown: { step: 1, isArrow: true },
  ArrowUp: { step: -1, isArrow: true },
};

export type RowKey = {
  readonly key: string;
  /** The key before it, if it was pressed within the last second. */
  readonly before: string | null;
  /** The row with the focus; -1: none. */
  readonly current: number;
  readonly count: number;
};

/** Keys that begin a shortcut of two keys, whose second may be `k`. */
const BEGINNINGS: readonly (string | null)[] = ["g", "n"];

/** Returns the row that gets the focus; null if the key means nothing here. */
export function rowAfter({ key, before, current, count }: RowKey): number | null {
  const found = new Map(Object.entries(STEPS)).get(key);
  if (found === undefined || count === 0 || BEGINNINGS.includes(before)) return null;
  if (current === -1) return found.isArrow ? null : 0;
  return Math.min(Math.max(current + found.step, 0), count - 1);
}
