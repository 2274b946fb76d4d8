import { setImmediate as nextTurn } from "node:timers/promises";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { evaluateRow, type ListEntry } from "@/lib/people/screening/evaluate-row";
import { inImport, insertEntries, insertVersion, lockListName, updateEntryCount } from "@/lib/people/screening/lists";
import { unreadable } from "@/lib/people/screening/read-csv";
import { type ListedRow, openList } from "@/lib/people/screening/read-list";
import { LIST_BYTES_MAX, LIST_TOO_LONG, type ListFormat, listName } from "@/lib/people/screening/schema";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** Enough to see what is wrong with a file; the count says how many more there are. */
const PROBLEMS_SHOWN = 20;
const PROBLEMS_MAX = 1_000;
/** Read and checked at a time: a few hundred rows, after which other tasks get a turn. */
const PART_BYTES = 32 * 1024;
const ROWS_PER_STATEMENT = 5_000;

export type ListImport = {
  readonly name: string;
  /** A text, or a stream of its bytes in UTF-8. */
  readonly text: string | AsyncIterable<Uint8Array>;
  readonly format: ListFormat;
  readonly actorId: string | null;
};

export type ImportedList = { readonly id: string; readonly version: number; readonly entryCount: number };

/**
 * Imports a list of addresses as the next version of its name, which replaces the earlier ones in
 * checks. Imports either all of it, with every address validated by its family, or nothing, with
 * the lines that are wrong. A repeated address counts once, with its first note. Besides the list
 * itself, only a few thousand rows are in memory at a time, however long it is.
 *
 * @throws AppError `invalid_request` with the lines, or for a list without a row; `body_too_large`;
 *   `unavailable` while another import of the name, or a switch, takes long
 */
export async function importScreeningList({ name, text, format, actorId }: ListImport): Promise<ImportedList> {
  const named = listName.safeParse(name);
  if (!named.success) throw wrongName(named.error.issues.map(({ message }) => message));
  // The list is read completely before the transaction begins: no slow connection holds one open.
  const bytes = typeof text === "string" ? Buffer.from(text) : await collect(text);
  if (bytes.length > LIST_BYTES_MAX) throw new AppError("body_too_large", LIST_TOO_LONG);
  const catalog = await loadCatalog();
  return await inImport(async (tx) => {
    await lockListName(tx, named.data);
    const { id, version } = await insertVersion(tx, { name: named.data, importedById: actorId });
    const entryCount = await importRows(tx, id, catalog, readRows(bytes, format));
    await updateEntryCount(tx, id, entryCount);
    const detail = { name: named.data, version, entryCount };
    await recordAudit(tx, { actorId, action: "screening-list.import", target: id, after: detail });
    return { id, version, entryCount };
  });
}

async function collect(text: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of text) {
    size += chunk.byteLength;
    if (size > LIST_BYTES_MAX) throw new AppError("body_too_large", LIST_TOO_LONG);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function* readRows(bytes: Uint8Array, format: ListFormat): Generator<readonly ListedRow[]> {
  const reader = openList(format);
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    yield reader.push(decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true }));
  yield reader.push(decoder.decode());
  yield reader.end();
}

/**
 * Returns the number of addresses. After the first wrong row the others are only checked:
 * everything is rolled back.
 */
async function importRows(
  tx: Tx,
  listId: string,
  catalog: Catalog,
  parts: Iterable<readonly ListedRow[]>,
): Promise<number> {
  const problems: string[] = [];
  let waiting: ListEntry[] = [];
  let [rowCount, entryCount] = [0, 0];
  for (const rows of parts) {
    rowCount += rows.length;
    for (const row of rows) {
      const judged = evaluateRow(catalog, row);
      if (typeof judged === "string") recordProblem(problems, `${row.place}: ${judged}`);
      else if (problems.length === 0) waiting.push(...judged);
    }
    if (problems.length === 0 && waiting.length >= ROWS_PER_STATEMENT) {
      entryCount += await insertEntries(tx, listId, waiting);
      waiting = [];
    }
    await nextTurn();
  }
  if (problems.length > 0) throw refused(problems);
  if (rowCount === 0) throw unreadable(["The list contains no addresses"]);
  return entryCount + (await insertEntries(tx, listId, waiting));
}

/**
 * @throws AppError if there are so many problems that the file must be of another kind: reading on
 *   is pointless
 */
function recordProblem(problems: string[], problem: string): void {
  problems.push(problem);
  if (problems.length >= PROBLEMS_MAX) throw refused([...problems.slice(0, PROBLEMS_SHOWN), "and many more"]);
}

function refused(problems: readonly string[]): AppError {
  const more = problems.length - PROBLEMS_SHOWN - 1;
  return unreadable(more > 0 ? [...problems.slice(0, PROBLEMS_SHOWN), `and ${more + 1} more`] : problems);
}

function wrongName(problems: readonly string[]): AppError {
  return new AppError("invalid_request", `Nothing was imported. ${problems.join("; ")}`, {
    fields: { name: problems },
  });
}
