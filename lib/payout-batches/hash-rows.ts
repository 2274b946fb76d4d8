import { createHash } from "node:crypto";
import { parseAmount } from "@/lib/money/parse-amount";
import type { ParsedRow } from "@/lib/payout-batches/parse-batch-file";
import { BATCH_COLUMNS, type BatchColumn, type BatchFields } from "@/lib/payout-batches/schema";

/** Written small or large, these say the same. */
const CASELESS: ReadonlySet<BatchColumn> = new Set([
  "currency",
  "network",
  "to_currency",
  "from_currency",
  "is_subtract",
  "priority",
]);

/**
 * sha256 of what the rows of a file say, by which it is known again: how it was saved (line ends, delimiter, quotes, order of rows and
 * columns, empty lines, noughts at an amount's end) makes no difference, for it would pay the same people the same money once more.
 */
export function hashRows(rows: readonly Pick<ParsedRow, "fields">[]): Uint8Array {
  const lines = rows.map(({ fields }) => JSON.stringify(BATCH_COLUMNS.map((name) => meantBy(name, fields))));
  return createHash("sha256").update(JSON.stringify(lines.toSorted())).digest();
}

function meantBy(name: BatchColumn, fields: BatchFields): string {
  const cell = fields[name];
  if (name === "amount") return parseAmount(cell)?.toFixed() ?? cell;
  if (name === "is_subtract" && cell === "") return "true";
  return CASELESS.has(name) ? cell.toLowerCase() : cell;
}
