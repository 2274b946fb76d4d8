import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import { guardCell, unguardCell, writeCsv } from "@/lib/kernel/csv/write-csv";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}
const textOf = async (pieces: AsyncIterable<string>) => (await all(pieces)).join("");

/** Text as an attacker would write it, from the characters that matter here. */
const nasty = fc
  .array(
    fc.oneof(fc.constantFrom(..."=+-@＝＋－＠−;,\t\r\n'\"` \u00a0\u200b\ufeff“1.9aé😀"), fc.string({ maxLength: 3 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

describe("a cell", () => {
  test.each([
    "=1+1",
    "+49 30",
    "-2+3",
    "@SUM(A1)",
    "\rx",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "−5",
    "  =1",
    '"=1',
    "'=1",
    "\u00a0@x",
  ])("that a spreadsheet could run, %j, gets a leading apostrophe", (text) => expect(guardCell(text)).toBe(`'${text}`));

  test.each(["-1", "-0.015", "0", "12.50", "order-1", "a=b", "'quoted'", "", "x@example.com", "2026-01-01T00:00:00Z"])(
    "that is a number or plain text, %j, is unchanged",
    (text) => expect(guardCell(text)).toBe(text),
  );

  test.each(["-1e5", "-01", "-1.", "-.5", "--1", "-1 ", "+1"])("%j is not an exact number", (text) =>
    expect(guardCell(text)).toBe(`'${text}`),
  );

  test("also gets one before a formula that follows another program's separator", () => {
    expect(guardCell("a;=1+1")).toBe("a;'=1+1");
    expect(guardCell("a\n\n-1")).toBe("a\n'\n'-1");
    expect(guardCell("\t=1")).toBe("'\t'=1");
    expect(guardCell("a,=1")).toBe("a,=1");
  });

  test("never begins a formula, wherever it is split, and can be restored", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const guarded = guardCell(text);
        const parts = /^-?\d+(\.\d+)?$/.test(text) ? [] : guarded.split(/[;\t\r\n]/);
        for (const part of parts) expect(part).not.toMatch(/^[\p{Z}\p{Cf}"]*[=+\-@＝＋－＠−]/u);
        expect(unguardCell(guarded)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of 200,000 adversarial characters takes no time", () => {
    expect(guardCell("\t".repeat(200_000))).toHaveLength(400_000);
  });
});

describe("a file", () => {
  test("reads back as the same rows, except for the apostrophes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(nasty, nasty), { maxLength: 8 }), async (rows) => {
        const columns = [
          { header: "a", value: ([a]: [string, string]) => a },
          { header: "b", value: ([, b]: [string, string]) => b },
        ];
        const text = await textOf(writeCsv(columns, rows));
        const read = parse(text, { record_delimiter: "\r\n" }).map((cells) => cells.map(unguardCell));
        expect(read).toEqual([["a", "b"], ...rows]);
      }),
      { numRuns: 300 },
    );
  });

  test("has commas, CRLF and, by default, the byte order mark", async () => {
    const columns = [
      { header: "Order", value: (row: string | null) => row },
      { header: "Amount", value: () => "-1.50" },
    ];
    const rows = ["größer", 'a "b"', "x;y", null];
    const lines = 'Order,Amount\r\ngrößer,-1.50\r\n"a ""b""",-1.50\r\n"x;y",-1.50\r\n,-1.50\r\n';
    expect(await textOf(csvDownload("a", columns, rows).pieces)).toBe(`\uFEFF${lines}`);
    expect(await textOf(csvDownload("a", columns, rows, { hasByteOrderMark: false }).pieces)).toBe(lines);
  });

  test("of one column has no empty line", async () => {
    const text = await textOf(writeCsv([{ header: "a", value: (row: string) => row }], ["", "b"]));
    expect(text).toBe('a\r\n""\r\nb\r\n');
  });

  test("is written while it is read, and its source is closed when the reader stops", async () => {
    const seen = { read: 0, isClosed: false };
    async function* numbers() {
      try {
        for (;;) yield String(++seen.read);
      } finally {
        seen.isClosed = true;
      }
    }
    const pieces = writeCsv([{ header: "n", value: (row: string) => row }], numbers());
    await pieces.next();
    expect(seen.read).toBe(249);
    await pieces.next();
    expect(seen.read).toBe(499);
    await pieces.return(undefined);
    expect(seen.isClosed).toBe(true);
  });
});

test("yields rows page by page, each once, and throws instead of truncating too many", async () => {
  const readFrom = (last: number | null) => Promise.resolve([1, 2, 3, 4, 5].filter((n) => n > (last ?? 0)).slice(0, 2));
  expect(await all(rowsByKey(readFrom, 5))).toEqual([1, 2, 3, 4, 5]);
  await expect(all(rowsByKey(readFrom, 4))).rejects.toThrow("more than 4 rows");
});
