import { type CsvRow, openCsv, type RowReader } from "@/lib/people/screening/read-csv";
import { type JsonEntry, openJson } from "@/lib/people/screening/read-json";
import type { ListFormat } from "@/lib/people/screening/schema";

/** One line of a list as written. `place`: its position, for whoever has to correct it. */
export type ListedRow = {
  readonly place: string;
  readonly address: string;
  /** A network's code or an address family; empty: any family that the address fits. */
  readonly network: string;
  readonly note: string;
};

/**
 * Accepted column names. Without a first line that names one `address`, the columns are address,
 * network and note.
 */
const COLUMNS = {
  address: ["address", "wallet", "wallet_address"],
  network: ["network", "chain", "family", "blockchain"],
  note: ["note", "name", "label", "reason", "comment", "description"],
} as const;
type Columns = Readonly<Record<keyof typeof COLUMNS, number>>;
const DEFAULT_COLUMNS: Columns = { address: 0, network: 1, note: 2 };

/**
 * Opens a reader for a list: CSV, or JSON as an array of addresses or of objects with `address`,
 * and optionally `network` and `note`.
 * @throws AppError `invalid_request` when the text as a whole is neither
 */
export function openList(format: ListFormat): RowReader<ListedRow> {
  return format === "csv" ? openCsvList() : openJsonList();
}

function openCsvList(): RowReader<ListedRow> {
  const csv = openCsv();
  let columns: Columns | null = null;
  const toRows = (rows: CsvRow[]): ListedRow[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const named = columns === null ? namedColumns(first.cells) : null;
    columns ??= named ?? DEFAULT_COLUMNS;
    const { address, network, note } = columns;
    return (named === null ? rows : rows.slice(1)).map(({ line, cells }) => ({
      place: `line ${line}`,
      address: cells[address] ?? "",
      network: cells[network] ?? "",
      note: cells[note] ?? "",
    }));
  };
  return { push: (part) => toRows(csv.push(part)), end: () => toRows(csv.end()) };
}

function namedColumns(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[ -]/g, "_"));
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const address = find(COLUMNS.address);
  return address === -1 ? null : { address, network: find(COLUMNS.network), note: find(COLUMNS.note) };
}

function openJsonList(): RowReader<ListedRow> {
  const json = openJson();
  const toRows = (entries: JsonEntry[]) => entries.map(({ number, value }) => toRow(`entry ${number}`, value));
  return { push: (part) => toRows(json.push(part)), end: () => toRows(json.end()) };
}

/** A value that is not a string reads as empty: the address is then rejected with its position. */
function toRow(place: string, entry: unknown): ListedRow {
  if (typeof entry === "string") return { place, address: entry.trim(), network: "", note: "" };
  const of = (key: string) => {
    const value: unknown = typeof entry === "object" && entry !== null ? Reflect.get(entry, key) : undefined;
    return typeof value === "string" ? value.trim() : "";
  };
  return { place, address: of("address"), network: of("network"), note: of("note") };
}
