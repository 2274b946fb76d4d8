import { stringify } from "csv-stringify/sync";
import { guardCell } from "@/lib/csv/guard-cell";

export type CsvColumn<Row> = {
  readonly header: string;
  /** The cell as text: amounts as exact decimals, times as ISO 8601 in UTC. Null is an empty cell. */
  readonly value: (row: Row) => string | null;
};

/** Rows of one piece: few enough to stay small in memory, enough that a file is not thousands of pieces. */
const PIECE_ROWS = 250;
/** Programs set to another separator, or that trim, must still see one cell. */
const QUOTED = [/[;\t\r\n]/, /^\s|\s$/];

/**
 * A table in CSV (RFC 4180: commas, CRLF, quotes doubled), in pieces of text. Rows are read while the reader takes the pieces, and their
 * source is closed (`return`) when the reader stops. The header comes with the first rows, so that a source that fails at once fails
 * before anything was written. Cells go through `guardCell`.
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
