import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { updateUserName } from "@/lib/merchants/users-repo";

/** Changes the name that colleagues see. */
export async function updateProfile(userId: string, input: { name: string }): Promise<void> {
  await withTransaction(async (tx) => {
    await updateUserName(tx, userId, input.name);
    await recordAudit(tx, { actorId: userId, action: "profile.change", target: userId, detail: { name: input.name } });
  });
}
