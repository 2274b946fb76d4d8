import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor } from "@/lib/kernel/paging/cursor";
import { PAGE_SIZE } from "@/lib/kernel/paging/page-schema";
import { type PageKey, type PageSlice, readPage } from "@/lib/kernel/paging/read-page";

const ALL = { from: null, to: null };

/** An in-memory table that evaluates a slice as the database does. */
function tableOf(rows: readonly PageKey[]) {
  return async ({ direction, from, before, beyond, take }: PageSlice) => {
    const sign = direction === "asc" ? 1 : -1;
    const compare = (a: PageKey, b: PageKey) =>
      sign * (a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id)));
    return rows
      .filter(({ createdAt }) => (from === null || createdAt >= from) && (before === null || createdAt < before))
      .filter((row) => beyond === null || compare(row, beyond) > 0)
      .toSorted(compare)
      .slice(0, take);
  };
}

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
/** Few distinct times, so that many rows share one. */
const table = fc
  .uniqueArray(fc.nat(10_000), { maxLength: 80 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.nat(6).map((time) => ({ id: uuid(id), createdAt: new Date(time * 1_000) })))),
  );

test("paging to the end and back shows every row once, in order, even when rows share times", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const select = tableOf(rows);
      const newestFirst = rows
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
      const forward: string[][] = [];
      let page = await readPage(null, ALL, select);
      forward.push(page.items.map(({ id }) => id));
      expect(page.paginate.hasPages).toBe(rows.length > PAGE_SIZE);
      expect(page.paginate.previousCursor).toBeNull();
      while (page.paginate.nextCursor !== null) {
        page = await readPage(decodeCursor(page.paginate.nextCursor), ALL, select);
        forward.push(page.items.map(({ id }) => id));
        expect(page.paginate).toMatchObject({ hasPages: true, perPage: PAGE_SIZE, count: page.items.length });
      }
      expect(forward.flat()).toEqual(newestFirst);
      const back = [forward.at(-1) ?? []];
      while (page.paginate.previousCursor !== null) {
        page = await readPage(decodeCursor(page.paginate.previousCursor), ALL, select);
        back.unshift(page.items.map(({ id }) => id));
      }
      expect(back).toEqual(forward);
    }),
  );
});

test("includes the whole last second of the range, and nothing after it", async () => {
  const rows = [999, 1_000, 1_999, 2_000].map((ms, index) => ({ id: uuid(index), createdAt: new Date(ms) }));
  const page = await readPage(null, { from: new Date(1_000), to: new Date(1_000) }, tableOf(rows));
  expect(page.items.map(({ createdAt }) => createdAt.getTime())).toEqual([1_999, 1_000]);
});
