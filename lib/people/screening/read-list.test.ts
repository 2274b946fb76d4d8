import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCsv, type RowReader } from "@/lib/people/screening/read-csv";
import { openList } from "@/lib/people/screening/read-list";

function readAll<Row>(reader: RowReader<Row>, ...parts: readonly string[]): Row[] {
  const rows = parts.flatMap((part) => reader.push(part));
  return [...rows, ...reader.end()];
}
const readCsv = (text: string) => readAll(openCsv(), text);
const rows = (text: string) => readCsv(text).map(({ line, cells }) => [line, ...cells]);
const listed = (text: string, format: "csv" | "json" = "csv") => readAll(openList(format), text);

describe("CSV", () => {
  test.each([
    ["comma-separated cells, trimmed", "a, b ,c", [[1, "a", "b", "c"]]],
    [
      "every kind of line break, and a last line without one",
      "a\nb\r\nc\rd",
      [
        [1, "a"],
        [2, "b"],
        [3, "c"],
        [4, "d"],
      ],
    ],
    ["quoted cells with doubled quotes", '"a ""b""",c', [[1, 'a "b"', "c"]]],
    [
      "a comma and a line break in quotes",
      '"a,\nb",c\nd',
      [
        [1, "a,\nb", "c"],
        [3, "d"],
      ],
    ],
    [
      "a file with empty lines and comments, without those lines",
      "\n# what this is\na\n\n ,\nb",
      [
        [3, "a"],
        [6, "b"],
      ],
    ],
    ["a byte order mark", "\uFEFFa,b", [[1, "a", "b"]]],
    ["empty cells", ",a,", [[1, "", "a", ""]]],
    ["an unclosed quote", '"a,b', [[1, "a,b"]]],
    ["an empty file", "", []],
  ])("reads %s", (_name, text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  test("reads back what was written, whatever the cells contain", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "ä", '"', ",", "\n", "\r\n", "#", "1"), maxLength: 8 });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n"), (cells, lineEnd) => {
        const write = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = cells.map((row) => row.map(write).join(",")).join(lineEnd);
        const kept = cells.map((row) => row.map((value) => value.trim()));
        const expected = kept.filter((row) => row.some((value) => value !== "") && !row[0]?.startsWith("#"));
        expect(readCsv(text).map((row) => row.cells)).toEqual(expected);
      }),
    );
  });

  test("terminates for any text, and returns lines in order", () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", " "), maxLength: 60 });
    fc.assert(
      fc.property(text, (source) => {
        const lines = readCsv(source).map(({ line }) => line);
        expect(lines).toEqual([...lines].sort((first, second) => first - second));
        expect(lines.at(-1) ?? 1).toBeLessThanOrEqual(source.split(/\r\n|\r|\n/).length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a list", () => {
  const ROW = { address: "0xabc", network: "eth", note: "Stolen" };

  test("without column names has address, network and note", () => {
    expect(listed("0xabc,eth,Stolen\n0xdef")).toEqual([
      { place: "line 1", ...ROW },
      { place: "line 2", address: "0xdef", network: "", note: "" },
    ]);
  });

  test("with column names maps them in any order and case, and ignores other columns", () => {
    expect(listed("Id,Label,CHAIN,Wallet Address\n7,Stolen,eth,0xabc")).toEqual([{ place: "line 2", ...ROW }]);
  });

  test("in JSON is an array of strings or of objects", () => {
    expect(listed(JSON.stringify(["0xdef", ROW]), "json")).toEqual([
      { place: "entry 1", address: "0xdef", network: "", note: "" },
      { place: "entry 2", ...ROW },
    ]);
  });

  test("in JSON with other values has rows without an address, named by their position", () => {
    const given = '[7, null, {"address": 5}, ["0xabc"]]';
    expect(listed(given, "json").map(({ place, address }) => `${place} ${address}`)).toEqual([
      "entry 1 ",
      "entry 2 ",
      "entry 3 ",
      "entry 4 ",
    ]);
  });

  test.each(["", "{}", '"0xabc"', "[", "0xabc", "[1,]", "[,1]", "[1}", "[1] 2", '["a" "b"]', "[{]}", '["a]'])(
    "in JSON is rejected as a whole when it is %j",
    (text) => {
      expect(() => listed(text, "json")).toThrow(/JSON/);
    },
  );
});

describe("a list that arrives in chunks", () => {
  const cuts = fc.array(fc.nat({ max: 80 }), { maxLength: 6 });
  const cutUp = (text: string, at: readonly number[]) => {
    const places = [0, ...at.filter((place) => place < text.length).sort((one, other) => one - other), text.length];
    return places.slice(1).map((place, index) => text.slice(places[index], place));
  };

  test("of CSV has the same rows wherever it is split", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "#", "\uFEFF"), maxLength: 80 });
    fc.assert(
      fc.property(text, cuts, (source, at) => {
        expect(readAll(openCsv(), ...cutUp(source, at))).toEqual(readCsv(source));
      }),
      { numRuns: 1000 },
    );
  });

  test("of JSON has the same entries wherever it is split", () => {
    const row = fc.oneof(fc.string(), fc.record({ address: fc.string(), note: fc.string() }), fc.jsonValue());
    const space = fc.constantFrom(0, 2);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), space, cuts, (entries, indent, at) => {
        const text = JSON.stringify(entries, null, indent);
        const read = readAll(openList("json"), ...cutUp(text, at));
        const texts = (JSON.parse(text) as unknown[]).map((entry) => (typeof entry === "string" ? entry.trim() : null));
        expect(read).toHaveLength(entries.length);
        for (const [index, address] of texts.entries())
          if (address !== null) expect(read[index]).toMatchObject({ place: `entry ${index + 1}`, address });
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["csv", '0xabc\n"0xdef,', /line 2: row too long; is a closing quote missing/],
    ["json", '["0xabc", "0xdef', /entry 2: row too long/],
  ] as const)(
    "of %s with an unclosed quote is rejected at the quote, without reading to its end",
    (format, text, refusal) => {
      const reader = openList(format);
      reader.push(text);
      expect(() => reader.push("x".repeat(200_000))).toThrow(refusal);
    },
  );
});
