import { stringify } from "csv-stringify/sync";

/**
 * What begins a formula in a spreadsheet, in the widths that input methods write; tab and return
 * are skipped by some programs.
 */
const STARTS_FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r]$/u;
/**
 * What a spreadsheet may pass over before it looks for a formula: spaces, controls, invisible
 * marks, quotes.
 */
const PASSED_OVER = /^[\p{Z}\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´＂＇]$/u;
/** A program that is set to another separator begins a cell after each of these. */
const BEGINS_CELL = /^[;\t\r\n]$/;
/** The one thing with a sign in front that is what it looks like. */
const EXACT_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** Spreadsheets take what follows it as text. */
const MARK = "'";

/**
 * A cell that no spreadsheet runs: where a formula could begin, at the start and after anything
 * that another program may split at, an apostrophe goes in front. Exact decimals such as `-0.015`
 * stay numbers. Undone by `unguardCell`. Linear in the text's length, because strangers choose it.
 */
export function guardCell(text: string): string {
  if (EXACT_NUMBER.test(text)) return text;
  const characters = [...text];
  let isFormulaAhead = false;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? "";
    isFormulaAhead = STARTS_FORMULA.test(character) || (isFormulaAhead && PASSED_OVER.test(character));
    const before = characters[index - 1];
    if (isFormulaAhead && (before === undefined || BEGINS_CELL.test(before))) characters[index] = MARK + character;
  }
  return characters.join("");
}

/**
 * What `guardCell` was given: for files of ours that come back. A text that was never guarded may
 * lose an apostrophe that hid a formula.
 */
export function unguardCell(text: string): string {
  const characters = [...text];
  let isFormulaAhead = false;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? "";
    const before = characters[index - 1];
    const isMark = character === MARK && isFormulaAhead && (before === undefined || BEGINS_CELL.test(before));
    if (isMark) characters[index] = "";
    isFormulaAhead = STARTS_FORMULA.test(character) || (isFormulaAhead && PASSED_OVER.test(character));
  }
  return characters.join("");
}

export type CsvColumn<Row> = {
  readonly header: string;
  /**
   * The cell as text: amounts as exact decimals, times as ISO 8601 in UTC. Null is an empty cell.
   */
  readonly value: (row: Row) => string | null;
};

/**
 * Rows of one piece: few enough to stay small in memory, enough that a file is not thousands of
 * pieces.
 */
const PIECE_ROWS = 250;
/** Programs set to another separator, or that trim, must still see one cell. */
const QUOTED = [/[;\t\r\n]/, /^\s|\s$/];

/**
 * A table in CSV (RFC 4180: commas, CRLF, quotes doubled), in pieces of text. Rows are read while
 * the reader takes the pieces, and their source is closed (`return`) when the reader stops. The
 * header comes with the first rows, so that a source that fails at once fails before anything was
 * written. Cells go through `guardCell`.
 */
export async function* writeCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  let piece: string[][] = [columns.map(({ header }) => header)];
  for await (const row of rows) {
    piece.push(columns.map(({ value }) => value(row) ?? ""));
    if (piece.length < PIECE_ROWS) continue;
    yield toCsv(piece);
    piece = [];
  }
  if (piece.length > 0) yield toCsv(piece);
}

function toCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(guardCell)),
    {
      record_delimiter: "\r\n",
      quoted_match: QUOTED,
      // An empty line would be no row.
      quoted_empty: rows[0]?.length === 1,
    },
  );
}
