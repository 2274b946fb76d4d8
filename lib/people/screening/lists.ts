import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { findList, lockListName, selectLists, updateActive } from "@/lib/people/screening/lists-repo";
import type { ScreeningListView } from "@/lib/people/screening/schema";

/** As many as a page can show. */
const LISTS_MAX = 500;

/** All versions of all lists, by name, the newest version first. */
export async function listScreeningLists(): Promise<ScreeningListView[]> {
  const rows = await selectLists(database(), LISTS_MAX);
  return rows.map((row, index) => ({
    ...row,
    isNewest: rows[index - 1]?.name !== row.name,
    importedAt: row.importedAt.toISOString(),
  }));
}

/**
 * Has a version of a list asked, and no other of its name; or no longer. What was decided by its word before stays as it is.
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
    if (list === null) throw new AppError("not_found", "There is no such list.");
    await lockListName(tx, list.name);
    await updateActive(tx, id, list.name, isActive);
    const detail = { name: list.name, version: list.version, isActive };
    const change = changedFields({ isActive: list.isActive }, { isActive });
    await recordAudit(tx, { actorId, action: "screening-list.set-active", target: id, detail, ...change });
  });
}
