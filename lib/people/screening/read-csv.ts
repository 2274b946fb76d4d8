import { AppError } from "@/lib/kernel/errors";

/** A row of a CSV file, with the line where it starts; the first line is 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads CSV as in RFC 4180: cells separated by commas, quoted if they contain a comma, a quote
 * (doubled) or a line break. Cells are trimmed; empty lines and lines that begin with `#` are
 * skipped. An unclosed quote ends with the text.
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
      // Only the next character shows whether a quote is doubled, or a line ends with two
      // characters.
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
 * Text between the closing quote and the end of the cell belongs to the cell, as in spreadsheets.
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
 * Reads rows from a text that arrives in chunks, split anywhere: `push` returns the complete rows,
 * `end` what remains of the last chunk. It buffers nothing but the current row.
 */
export type RowReader<Row> = { readonly push: (part: string) => Row[]; readonly end: () => Row[] };

/**
 * An address, a note and whatever other columns a file has. Anything longer is not a row, and would
 * be rescanned with every chunk.
 */
const ROW_CHARACTERS_MAX = 100_000;

/** @throws AppError `invalid_request` if the row that starts at `place` does not end */
export function checkRowEnds(rest: string, place: string, hint: string): void {
  if (rest.length > ROW_CHARACTERS_MAX) throw unreadable([`${place}: row too long; ${hint}`]);
}

/** Rejects the list as a whole, with its problems. */
export function unreadable(problems: readonly string[], cause?: unknown): AppError {
  const message = `Nothing was imported. ${problems.join("; ")}`;
  return new AppError("invalid_request", message, { fields: { text: problems }, cause });
}
