import { AppError } from "@/lib/errors";
import { readCsv } from "@/lib/screening/read-csv";
import type { ListFormat } from "@/lib/screening/schema";

/** One line of a list as it is written. `place`: where, for whoever has to mend it. */
export type ListedRow = {
  readonly place: string;
  readonly address: string;
  /** A network's code or an address family; empty: whatever the address is of. */
  readonly network: string;
  readonly note: string;
};

/** What the columns may be called. Without a first line that names one `address`, they are address, network and note. */
const COLUMNS = {
  address: ["address", "wallet", "wallet_address"],
  network: ["network", "chain", "family", "blockchain"],
  note: ["note", "name", "label", "reason", "comment", "description"],
} as const;
const DEFAULT_COLUMNS = { address: 0, network: 1, note: 2 };

/**
 * The rows of a list: CSV, or JSON as an array of addresses or of objects with `address`, and if wanted `network` and `note`.
 * @throws AppError `invalid_request` when the text as a whole is neither
 */
export function readList(text: string, format: ListFormat): Iterable<ListedRow> {
  return format === "csv" ? readCsvList(text) : readJsonList(text);
}

function* readCsvList(text: string): Generator<ListedRow> {
  let columns: Readonly<Record<keyof typeof COLUMNS, number>> | null = null;
  for (const { line, cells } of readCsv(text)) {
    if (columns === null) {
      const named = namedColumns(cells);
      columns = named ?? DEFAULT_COLUMNS;
      if (named !== null) continue;
    }
    const { address, network, note } = columns;
    const cell = (index: number) => cells[index] ?? "";
    yield { place: `line ${line}`, address: cell(address), network: cell(network), note: cell(note) };
  }
}

function namedColumns(cells: readonly string[]) {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[ -]/g, "_"));
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const address = find(COLUMNS.address);
  return address === -1 ? null : { address, network: find(COLUMNS.network), note: find(COLUMNS.note) };
}

function* readJsonList(text: string): Generator<ListedRow> {
  const entries = parseJson(text);
  if (!Array.isArray(entries)) throw unreadable("The JSON is no array of addresses");
  for (const [index, entry] of entries.entries()) yield toRow(`entry ${index + 1}`, entry);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable("The text is no JSON", error);
  }
}

/** What is no text where text belongs reads as none: the address is then refused by its place. */
function toRow(place: string, entry: unknown): ListedRow {
  if (typeof entry === "string") return { place, address: entry.trim(), network: "", note: "" };
  const of = (key: string) => {
    const value: unknown = typeof entry === "object" && entry !== null ? Reflect.get(entry, key) : undefined;
    return typeof value === "string" ? value.trim() : "";
  };
  return { place, address: of("address"), network: of("network"), note: of("note") };
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError("invalid_request", message, { fields: { text: [message] }, cause });
}
