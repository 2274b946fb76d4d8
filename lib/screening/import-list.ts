import { setImmediate as nextTurn } from "node:timers/promises";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { judgeRow, type ListEntry } from "@/lib/screening/judge-row";
import { inImport, insertEntries, insertVersion, lockListName } from "@/lib/screening/lists-repo";
import { type ListedRow, readList } from "@/lib/screening/read-list";
import { LIST_CHARACTERS_MAX, type ListFormat, listName } from "@/lib/screening/schema";

const ROWS_MAX = 1_000_000;
/** Enough to see what is wrong with a file; the count says how much more there is. */
const PROBLEMS_SHOWN = 20;
const PROBLEMS_MAX = 1_000;
/** After so many rows whoever else waits gets a turn. */
const ROWS_PER_TURN = 500;

export type ListImport = {
  readonly name: string;
  readonly text: string;
  readonly format: ListFormat;
  readonly actorId: string | null;
};

export type ImportedList = { readonly id: string; readonly version: number; readonly entryCount: number };

/**
 * Imports a list of addresses as the next version of its name, which is asked from then on instead of the earlier ones. Either all of
 * it: every address is checked as its family writes it; or nothing, with the lines that are wrong. An address that comes twice counts
 * once, with its first note.
 *
 * @throws AppError `invalid_request` with the lines, or for a list without a row or with more than a million; `body_too_large`
 */
export async function importScreeningList({ name, text, format, actorId }: ListImport): Promise<ImportedList> {
  const named = listName.safeParse(name);
  if (!named.success)
    throw invalid(
      "name",
      named.error.issues.map(({ message }) => message),
    );
  if (text.length > LIST_CHARACTERS_MAX) throw new AppError("body_too_large", "That list is too long.");
  const entries = await judgeRows(await loadCatalog(), readList(text, format));
  const entryCount = entries.length;
  return await inImport(async (tx) => {
    await lockListName(tx, named.data);
    const { id, version } = await insertVersion(tx, { name: named.data, entryCount, importedById: actorId });
    await insertEntries(tx, id, entries);
    const detail = { name: named.data, version, entryCount };
    await recordAudit(tx, { actorId, action: "screening-list.import", target: id, detail });
    return { id, version, entryCount };
  });
}

async function judgeRows(catalog: Catalog, rows: Iterable<ListedRow>): Promise<ListEntry[]> {
  const entries = new Map<string, ListEntry>();
  const problems: string[] = [];
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > ROWS_MAX) throw invalid("text", ["A list has at most 1000000 rows"]);
    const judged = judgeRow(catalog, row);
    if (typeof judged === "string") noteProblem(problems, `${row.place}: ${judged}`);
    else for (const entry of judged) addOnce(entries, entry);
    if (count % ROWS_PER_TURN === 0) await nextTurn();
  }
  if (problems.length > 0) throw refused(problems);
  if (count === 0) throw invalid("text", ["The list has no addresses"]);
  return [...entries.values()];
}

/** @throws AppError when there are so many that the file is of another kind: reading on would tell nothing */
function noteProblem(problems: string[], problem: string): void {
  problems.push(problem);
  if (problems.length >= PROBLEMS_MAX) throw refused([...problems.slice(0, PROBLEMS_SHOWN), "and many more"]);
}

function refused(problems: readonly string[]): AppError {
  const more = problems.length - PROBLEMS_SHOWN - 1;
  return invalid("text", more > 0 ? [...problems.slice(0, PROBLEMS_SHOWN), `and ${more + 1} more`] : problems);
}

function addOnce(entries: Map<string, ListEntry>, entry: ListEntry): void {
  const key = `${entry.family} ${entry.addressKey}`;
  if (!entries.has(key)) entries.set(key, entry);
}

function invalid(field: "name" | "text", problems: readonly string[]): AppError {
  return new AppError("invalid_request", `Nothing was imported. ${problems.join("; ")}`, {
    fields: { [field]: problems },
  });
}
