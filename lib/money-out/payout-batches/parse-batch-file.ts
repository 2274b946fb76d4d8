import { CsvError, parse } from "csv-parse/sync";
import { unguardCell } from "@/lib/kernel/csv/write-csv";
import {
  BATCH_COLUMNS,
  BATCH_ROWS_MAX,
  type BatchColumn,
  type BatchFields,
  type BatchFinding,
  REQUIRED_COLUMNS,
} from "@/lib/money-out/payout-batches/schema";

export type ParsedRow = {
  /** As in spreadsheets: the header is row 1. */
  readonly number: number;
  readonly fields: BatchFields;
};
export type ParsedBatch = { readonly rows: readonly ParsedRow[]; readonly problems: readonly BatchFinding[] };

const DELIMITERS = [",", ";", "\t"] as const;
const RECORD_CHARACTERS_MAX = 16_000;
/** The header is the first line; a file with only one line has no rows. */
const HEADER_ROW = 1;

/**
 * Parses a batch file: UTF-8 with or without a BOM; commas, semicolons or tabs; any line ending;
 * quoted as in RFC 4180. Header names are those of `/v1/payout`, in any case and order. Ambiguous
 * input is reported and never guessed: an unknown column, for example, may be the memo without
 * which the money is lost.
 */
export function parseBatchFile(bytes: Uint8Array): ParsedBatch {
  const text = decode(bytes);
  if (text === null) return wrongFile("The file is not UTF-8 text. In a spreadsheet, save it as “CSV UTF-8”.");
  const records = readRecords(text);
  if (!Array.isArray(records)) return wrongFile(records.problem);
  const [header, ...rest] = records;
  if (header === undefined || isEmpty(header))
    return wrongFile("The file is empty. The first line must contain the column names.");
  const columns = header.map(toColumnName);
  const problems = headerProblems(columns);
  if (problems.length > 0) return { rows: [], problems };
  const numbered = rest
    .map((cells, index) => ({ cells, number: index + HEADER_ROW + 1 }))
    .filter(({ cells }) => !isEmpty(cells));
  if (numbered.length === 0) return wrongFile("There are no rows below the column names.");
  if (numbered.length > BATCH_ROWS_MAX)
    return wrongFile(`A file can have at most ${BATCH_ROWS_MAX} rows; this one has ${numbered.length}. Split it.`);
  const wide = numbered.filter(({ cells }) => !isEmpty(cells.slice(columns.length)));
  if (wide.length > 0) return { rows: [], problems: wide.map(tooWide) };
  const nameless = numbered.flatMap((row) => underNoName(columns, row));
  if (nameless.length > 0) return { rows: [], problems: nameless };
  return { rows: numbered.map(({ cells, number }) => ({ number, fields: toFields(columns, cells) })), problems: [] };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readRecords(text: string): string[][] | { problem: string } {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      max_record_size: RECORD_CHARACTERS_MAX,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: csvMessage(error) };
  }
}

function csvMessage(error: CsvError): string {
  const line = typeof error["lines"] === "number" ? ` (line ${error["lines"]})` : "";
  if (error.code === "CSV_MAX_RECORD_SIZE") return `A row is too long${line}. Is a closing quotation mark missing?`;
  return `The file could not be read as a table${line}: a closing quotation mark is missing, or one is inside a cell.`;
}

/** Returns the delimiter by which the first line names the most columns. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const known = (delimiter: string) => line.split(delimiter).filter((cell) => isColumn(toColumnName(cell))).length;
  return DELIMITERS.reduce<string>((best, delimiter) => (known(delimiter) > known(best) ? delimiter : best), ",");
}

function toColumnName(cell: string): string {
  return cell
    .trim()
    .replaceAll(/^"|"$/g, "")
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

function isColumn(name: string): name is BatchColumn {
  return BATCH_COLUMNS.some((column) => column === name);
}

function headerProblems(columns: readonly string[]): BatchFinding[] {
  const known = BATCH_COLUMNS.join(", ");
  const unknown = columns.filter((name) => name !== "" && !isColumn(name));
  const twice = columns.filter((name, index) => name !== "" && columns.indexOf(name) !== index);
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  return [
    ...unknown.map((name) => of(name, `Unknown column. The column names are ${known}.`)),
    ...twice.map((name) => of(name, "Two columns have this name.")),
    ...missing.map((name) => of(name, "This column is missing. The first line must contain the column names.")),
  ];
}

function of(field: string, reason: string): BatchFinding {
  return { row: HEADER_ROW, field, reason };
}

function tooWide({ number }: { number: number }): BatchFinding {
  return { row: number, field: null, reason: "This row has more cells than there are columns." };
}

/** Reports a cell in a column without a name: if ignored, it may be the memo. */
function underNoName(
  columns: readonly string[],
  { cells, number }: { cells: readonly string[]; number: number },
): BatchFinding[] {
  const index = columns.findIndex((name, place) => name === "" && (cells[place] ?? "").trim() !== "");
  if (index === -1) return [];
  const reason = `This row has a value in a column without a name (number ${index + 1}). The first line must contain the column names.`;
  return [{ row: number, field: null, reason }];
}

function toFields(columns: readonly string[], cells: readonly string[]): BatchFields {
  const fields = Object.fromEntries(BATCH_COLUMNS.map((name) => [name, ""])) as BatchFields;
  for (const [index, name] of columns.entries()) {
    if (isColumn(name)) fields[name] = unguardCell(cells[index] ?? "").trim();
  }
  return fields;
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

function wrongFile(reason: string): ParsedBatch {
  return { rows: [], problems: [{ row: null, field: null, reason }] };
}
