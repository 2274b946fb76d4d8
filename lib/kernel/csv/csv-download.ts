import { type CsvColumn, writeCsv } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";

export type CsvOptions = {
  /**
   * Spreadsheets recognise UTF-8 only by the leading mark; programs that do not expect it read it
   * as part of the first header.
   */
  readonly hasByteOrderMark?: boolean;
};

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Returns a table as a file, for a `downloadEndpoint`. `fileName` has no extension. Rows are read
 * as the client consumes them: pass a generator that pages by key, so that no connection waits for
 * a slow client.
 */
export function csvDownload<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  { hasByteOrderMark = true }: CsvOptions = {},
): TextDownload {
  const pieces = writeCsv(columns, rows);
  return {
    fileName: `${fileName}.csv`,
    contentType: "text/csv; charset=utf-8; header=present",
    pieces: hasByteOrderMark ? withMark(pieces) : pieces,
  };
}

async function* withMark(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let mark = BYTE_ORDER_MARK;
  for await (const piece of pieces) {
    yield mark + piece;
    mark = "";
  }
}

/**
 * Yields all rows of a list paged by key, for an export. `readFrom` gets the last row of the
 * previous page (null at first); an empty page ends it. Holds no connection between pages.
 * @throws Error when there are more than `rowsMax`: a truncated file must not look complete
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
