type Rows = readonly { readonly id: string }[];

/** How many of the newest rows of a list are on none of the pages that are shown. Pure. */
export function countNews(shown: readonly { readonly items: Rows }[], newest: Rows): number {
  const known = new Set(shown.flatMap(({ items }) => items.map(({ id }) => id)));
  return newest.filter(({ id }) => !known.has(id)).length;
}
