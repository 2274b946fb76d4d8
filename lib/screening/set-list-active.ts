import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import { findList, lockListName, updateActive } from "@/lib/screening/lists-repo";

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
