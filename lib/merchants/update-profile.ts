import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import { findUserById, updateUserName } from "@/lib/merchants/users-repo";

/** Changes the name that colleagues see. */
export async function updateProfile(userId: string, input: { name: string }): Promise<void> {
  await withTransaction(async (tx) => {
    const before = await findUserById(tx, userId);
    await updateUserName(tx, userId, input.name);
    const change = changedFields({ name: before?.name ?? null }, input);
    await recordAudit(tx, { actorId: userId, action: "profile.change", target: userId, ...change });
  });
}
