/** How lists can be sorted. Safe for the browser. */

/** The first is how every list begins. */
export const TIME_SORTS = ["newest", "oldest"] as const;
export type TimeSort = (typeof TIME_SORTS)[number];

/** Also by what a row is worth. */
export const WORTH_SORTS = [...TIME_SORTS, "largest", "smallest"] as const;
export type ListSort = (typeof WORTH_SORTS)[number];

export function isByWorth(sort: ListSort): boolean {
  return sort === "largest" || sort === "smallest";
}

/** The newest or the largest first. */
export function isFalling(sort: ListSort): boolean {
  return sort === "newest" || sort === "largest";
}
