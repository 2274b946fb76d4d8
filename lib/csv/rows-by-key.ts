/**
 * All rows of a list that is read page by page by key, one after the other: what an export hands out. `readFrom` gets the last row of
 * the page before (null at first); an empty page ends it. No connection is held between pages.
 * @throws Error when there are more than `rowsMax`: a file that ends early must not look whole
 */
export async function* rowsByKey<Row>(
  readFrom: (last: Row | null) => Promise<readonly Row[]>,
  rowsMax: number,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (let count = 0; ; ) {
    const page: readonly Row[] = await readFrom(last);
    count += page.length;
    if (count > rowsMax) throw new Error(`An export has more than ${rowsMax} rows`);
    yield* page;
    last = page.at(-1) ?? null;
    if (last === null) return;
  }
}
