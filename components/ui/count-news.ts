type Rows = readonly { readonly id: string }[];

/** Returns how many of the newest rows of a list are on none of the displayed pages. Pure. */
export function countNews(shown: readonly { readonly items: Rows }[], newest: Rows): number {
  const known = new Set(shown.flatMap(({ items }) => items.map(({ id }) => id)));
  return newest.filter(({ id }) => !known.has(id)).length;
}
