import { stringify } from "csv-stringify/sync";

/**
 * Characters that begin a formula in a spreadsheet, in the widths that input methods produce; some
 * programs skip tab and return.
 */
const STARTS_FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r]$/u;
/**
 * Characters that a spreadsheet may skip before a formula: spaces, controls, invisible marks,
 * quotes.
 */
const PASSED_OVER = /^[\p{Z}\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´＂＇]$/u;
/** A program with another separator begins a cell after each of these. */
const BEGINS_CELL = /^[;\t\r\n]$/;
/** The only text with a leading sign that is safe. */
const EXACT_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** Spreadsheets treat what follows it as text. */
const MARK = "'";

/**
 * Escapes a cell so that no spreadsheet runs it: inserts an apostrophe wherever a formula could
 * begin, at the start and after anything that another program may split at. Exact decimals such as
 * `-0.015` stay numbers. `unguardCell` reverses it. Linear in the text's length, because untrusted
 * users choose it.
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
 * Reverses `guardCell`, for our own files that are uploaded again. A text that was never guarded
 * may lose an apostrophe before a formula.
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
 * Rows per chunk: few enough to use little memory, enough that a file is not thousands of chunks.
 */
const PIECE_ROWS = 250;
/** Programs with another separator, or that trim, must still see one cell. */
const QUOTED = [/[;\t\r\n]/, /^\s|\s$/];

/**
 * Yields a table as CSV (RFC 4180: commas, CRLF, doubled quotes), in chunks of text. Rows are read
 * as the reader consumes the chunks, and their source is closed (`return`) when the reader stops.
 * The header is sent with the first rows, so that a source that fails at once fails before anything
 * is written. Cells pass through `guardCell`.
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
      // An empty line would not be a row.
      quoted_empty: rows[0]?.length === 1,
    },
  );
}
