import { database, type Tx } from "@/lib/db";
import type { ListEntry } from "@/lib/screening/judge-row";

/** A million rows take a while on a small machine. */
const IMPORT_MS_MAX = 300_000;
const ROWS_PER_STATEMENT = 5_000;

/** A transaction for an import: all of it or nothing. */
export async function inImport<Result>(command: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database().$transaction(command, { maxWait: 10_000, timeout: IMPORT_MS_MAX });
}

/** Lets one import, or change, of a list after the other through, until the transaction ends. */
export async function lockListName(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`screening-list:${name}`}, 0))`;
}

/** The next version of a name, active; the earlier ones are not any more. */
export async function insertVersion(
  tx: Tx,
  list: { readonly name: string; readonly entryCount: number; readonly importedById: string | null },
): Promise<{ readonly id: string; readonly version: number }> {
  const { _max } = await tx.screeningList.aggregate({ where: { name: list.name }, _max: { version: true } });
  const version = (_max.version ?? 0) + 1;
  await tx.screeningList.updateMany({ where: { name: list.name, isActive: true }, data: { isActive: false } });
  const { id } = await tx.screeningList.create({ data: { ...list, version }, select: { id: true } });
  return { id, version };
}

export async function insertEntries(tx: Tx, listId: string, entries: readonly ListEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
    const rows = entries.slice(start, start + ROWS_PER_STATEMENT);
    await tx.$executeRaw`
      INSERT INTO screening_entries (list_id, family, address_key, address, note)
      SELECT ${listId}::uuid, family, address_key, address, note
      FROM unnest(
        ${rows.map(({ family }) => family as string)}::text[], ${rows.map(({ addressKey }) => addressKey)}::text[],
        ${rows.map(({ address }) => address)}::text[], ${rows.map(({ note }) => note)}::text[])
        AS entry(family, address_key, address, note)`;
  }
}

export type ListRow = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly entryCount: number;
  readonly importedBy: string | null;
  readonly importedAt: Date;
};

/** By name, the newest version first. */
export async function selectLists(tx: Tx, limit: number): Promise<ListRow[]> {
  return await tx.$queryRaw<ListRow[]>`
    SELECT l.id, l.name, l.version, l.is_active AS "isActive", l.entry_count AS "entryCount", u.name AS "importedBy",
      l.imported_at AS "importedAt"
    FROM screening_lists l LEFT JOIN users u ON u.id = l.imported_by_id ORDER BY l.name, l.version DESC LIMIT ${limit}`;
}

export async function findList(
  tx: Tx,
  id: string,
): Promise<{ readonly name: string; readonly version: number } | null> {
  return await tx.screeningList.findFirst({ where: { id }, select: { name: true, version: true } });
}

/** At most one version of a name is active: the others are not once this one is. */
export async function updateActive(tx: Tx, id: string, name: string, isActive: boolean): Promise<void> {
  if (isActive)
    await tx.screeningList.updateMany({ where: { name, isActive: true, id: { not: id } }, data: { isActive: false } });
  await tx.screeningList.updateMany({ where: { id }, data: { isActive } });
}
