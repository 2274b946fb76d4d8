import { AppError } from "@/lib/kernel/errors";

/** A row of a CSV file, with the line that it begins in; the first line is 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads CSV as RFC 4180 writes it: cells between commas, quoted where they hold a comma, a quote
 * (doubled) or a line break. Cells are trimmed; empty lines are left out, and so are those that
 * begin with `#`. A quote that is never closed ends with the text.
 */
export function openCsv(): RowReader<CsvRow> {
  let rest: string | null = null;
  let line = 1;
  const takeRows = (isEnd: boolean): CsvRow[] => {
    const source = rest ?? "";
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < source.length) {
      const row = readRow(source, at);
      // Whether a quote is doubled, or a line ends with two characters, only what follows can tell.
      if (!isEnd && row.next >= source.length) break;
      if (row.cells.some((cell) => cell !== "") && !row.cells[0]?.startsWith("#"))
        rows.push({ line, cells: row.cells });
      line += row.lines;
      at = row.next;
    }
    rest = source.slice(at);
    if (!isEnd) checkRowEnds(rest, `line ${line}`, "is a closing quote missing?");
    return rows;
  };
  return {
    push: (part) => {
      if (part === "") return [];
      rest = rest === null && part.startsWith(BYTE_ORDER_MARK) ? part.slice(1) : (rest ?? "") + part;
      return takeRows(false);
    },
    end: () => takeRows(true),
  };
}

type ReadRow = { readonly cells: string[]; readonly next: number; readonly lines: number };

function readRow(source: string, start: number): ReadRow {
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ; ) {
    const cell = source[at] === '"' ? readQuoted(source, at) : readPlain(source, at);
    cells.push(cell.value.trim());
    lines += cell.lines;
    if (source[cell.next] !== ",") return { cells, next: cell.next + lineEndAt(source, cell.next), lines };
    at = cell.next + 1;
  }
}

type ReadCell = { readonly value: string; readonly next: number; readonly lines: number };

const PLAIN_END = /[,\r\n]/g;

function readPlain(source: string, start: number): ReadCell {
  PLAIN_END.lastIndex = start;
  const next = PLAIN_END.exec(source)?.index ?? source.length;
  return { value: source.slice(start, next), next, lines: 0 };
}

/**
 * What stands between the closing quote and the end of the cell belongs to it, as spreadsheets have
 * it.
 */
function readQuoted(source: string, start: number): ReadCell {
  let at = start + 1;
  let value = "";
  for (;;) {
    const quote = source.indexOf('"', at);
    const end = quote === -1 ? source.length : quote;
    value += source.slice(at, end);
    if (source[end + 1] !== '"' || quote === -1) {
      const rest = readPlain(source, Math.min(end + 1, source.length));
      return { value: value + rest.value, next: rest.next, lines: countLines(value) };
    }
    value += '"';
    at = end + 2;
  }
}

function lineEndAt(source: string, at: number): number {
  if (source[at] === "\r") return source[at + 1] === "\n" ? 2 : 1;
  return 1;
}

function countLines(value: string): number {
  return value.split(/\r\n|\r|\n/).length - 1;
}

/**
 * Reads rows out of a text that comes in parts, cut anywhere: `push` answers the rows that are
 * whole, `end` what the last part left. It keeps nothing but the row that has begun.
 */
export type RowReader<Row> = { readonly push: (part: string) => Row[]; readonly end: () => Row[] };

/**
 * An address, a note and whatever other columns a file has. What is longer is no row, and would be
 * read again with every part.
 */
const ROW_CHARACTERS_MAX = 100_000;

/** @throws AppError `invalid_request` when the row that has begun at `place` does not end */
export function checkRowEnds(rest: string, place: string, hint: string): void {
  if (rest.length > ROW_CHARACTERS_MAX) throw unreadable([`${place}: row too long; ${hint}`]);
}

/** The list is refused as a whole, with what is wrong with it. */
export function unreadable(problems: readonly string[], cause?: unknown): AppError {
  const message = `Nothing was imported. ${problems.join("; ")}`;
  return new AppError("invalid_request", message, { fields: { text: problems }, cause });
}
