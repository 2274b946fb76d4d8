import type { TabCount } from "@/lib/kernel/paging/tab-counts-schema";

/** Counts on the status tabs of lists. Pure, and apart from their schema: pages load it. */

/** No more rows are counted for a tab: the exact number of so many helps nobody. */
export const TAB_COUNT_MAX = 1_000;

/** More rows are not added up: the export has them. */
export const TOTALS_ROWS_MAX = 5_000;

export const NO_ROWS: TabCount = { count: 0, isMore: false };

/** Returns the text of a count; null if it is unknown whether there are any. */
export function countText({ count, isMore }: TabCount): string | null {
  if (count >= TAB_COUNT_MAX) return `${TAB_COUNT_MAX - 1}+`;
  if (isMore) return count === 0 ? null : `${count}+`;
  return String(count);
}

export function addCounts(counts: readonly TabCount[]): TabCount {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isMore: counts.some(({ isMore }) => isMore),
  };
}

/** Counts by status, and the count of a status that is not listed. */
export type StatusCounts = { readonly byStatus: ReadonlyMap<string, TabCount>; readonly others: TabCount };

/** Returns the counts of the tabs, each of some statuses, and of the tab `all`. */
export function toTabs(
  groups: Readonly<Record<string, readonly string[]>>,
  { byStatus, others }: StatusCounts,
): Record<string, TabCount> {
  const counts = Object.entries(groups).map(([group, statuses]): [string, TabCount] => [
    group,
    addCounts(statuses.map((status) => byStatus.get(status) ?? others)),
  ]);
  return Object.fromEntries([...counts, ["all", addCounts(counts.map(([, count]) => count))]]);
}
