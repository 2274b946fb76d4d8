import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, sqlState, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import type { ListEntry } from "@/lib/people/screening/evaluate-row";
import type { ScreeningListView } from "@/lib/people/screening/schema";

/** As many as a page can show. */
const LISTS_MAX = 500;

/** Lists all versions of all lists, by name, the newest version first. */
export async function listScreeningLists(): Promise<ScreeningListView[]> {
  const rows = await selectLists(database(), LISTS_MAX);
  return rows.map((row, index) => ({
    ...row,
    isNewest: rows[index - 1]?.name !== row.name,
    importedAt: row.importedAt.toISOString(),
  }));
}

/**
 * Activates a version of a list, and no other of its name; or deactivates it. Earlier decisions
 * based on it stay.
 * @throws AppError `not_found`
 */
export async function setScreeningListActive(change: {
  readonly id: string;
  readonly isActive: boolean;
  readonly actorId: string | null;
}): Promise<void> {
  const { id, isActive, actorId } = change;
  await withTransaction(async (tx) => {
    const list = await findList(tx, id);
    if (list === null) throw new AppError("not_found", "List not found.");
    await lockListName(tx, list.name);
    await updateActive(tx, id, list.name, isActive);
    const detail = { name: list.name, version: list.version, isActive };
    const change = changedFields({ isActive: list.isActive }, { isActive });
    await recordAudit(tx, { actorId, action: "screening-list.set-active", target: id, detail, ...change });
  });
}

/** A million rows take a minute, and more on a small machine. */
const IMPORT_MS_MAX = 600_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** Runs an import in one transaction: all of it or nothing. */
export async function inImport<Result>(command: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database().$transaction(command, { maxWait: 10_000, timeout: IMPORT_MS_MAX });
}

/**
 * Serialises imports and changes of a list until the transaction ends.
 * @throws AppError `unavailable` after ten seconds of waiting
 */
export async function lockListName(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '10s'`;
  try {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`screening-list:${name}`}, 0))`;
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new AppError("unavailable", "This list is being imported right now. Try again in a minute.", {
      cause: error,
    });
  }
}

/**
 * Creates the next version of a name, active and without entries yet, and deactivates the earlier
 * ones.
 */
export async function insertVersion(
  tx: Tx,
  list: { readonly name: string; readonly importedById: string | null },
): Promise<{ readonly id: string; readonly version: number }> {
  const { _max } = await tx.screeningList.aggregate({ where: { name: list.name }, _max: { version: true } });
  const version = (_max.version ?? 0) + 1;
  await tx.screeningList.updateMany({ where: { name: list.name, isActive: true }, data: { isActive: false } });
  const data = { ...list, version, entryCount: 0 };
  const { id } = await tx.screeningList.create({ data, select: { id: true } });
  return { id, version };
}

/** Returns the number of inserted rows; an address that the list already has stays as it is. */
export async function insertEntries(tx: Tx, listId: string, entries: readonly ListEntry[]): Promise<number> {
  return await tx.$executeRaw`
    INSERT INTO screening_entries (list_id, family, address_key, address, note)
    SELECT ${listId}::uuid, family, address_key, address, note
    FROM unnest(
      ${entries.map(({ family }) => family as string)}::text[], ${entries.map(({ addressKey }) => addressKey)}::text[],
      ${entries.map(({ address }) => address)}::text[], ${entries.map(({ note }) => note)}::text[])
      AS entry(family, address_key, address, note)
    ON CONFLICT DO NOTHING`;
}

export async function updateEntryCount(tx: Tx, id: string, entryCount: number): Promise<void> {
  await tx.screeningList.update({ where: { id }, data: { entryCount }, select: { id: true } });
}

type ListRow = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly entryCount: number;
  readonly importedBy: string | null;
  readonly importedAt: Date;
};

/** By name, the newest version first. */
async function selectLists(tx: Tx, limit: number): Promise<ListRow[]> {
  return await tx.$queryRaw<ListRow[]>`
    SELECT l.id, l.name, l.version, l.is_active AS "isActive", l.entry_count AS "entryCount", u.name AS "importedBy",
      l.imported_at AS "importedAt"
    FROM screening_lists l LEFT JOIN users u ON u.id = l.imported_by_id ORDER BY l.name, l.version DESC LIMIT ${limit}`;
}

async function findList(
  tx: Tx,
  id: string,
): Promise<{ readonly name: string; readonly version: number; readonly isActive: boolean } | null> {
  return await tx.screeningList.findFirst({ where: { id }, select: { name: true, version: true, isActive: true } });
}

/** At most one version of a name is active: activating this one deactivates the others. */
async function updateActive(tx: Tx, id: string, name: string, isActive: boolean): Promise<void> {
  if (isActive)
    await tx.screeningList.updateMany({ where: { name, isActive: true, id: { not: id } }, data: { isActive: false } });
  await tx.screeningList.updateMany({ where: { id }, data: { isActive } });
}
