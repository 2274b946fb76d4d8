import { deletePasskey, updatePasskeyName } from "@/lib/accounts/passkey-repo";
import { notifyPerson } from "@/lib/accounts/second-factor-mail";
import { hasSecondFactor } from "@/lib/accounts/second-factor-prove";
import { endSecondFactor, lockedPerson } from "@/lib/accounts/second-factor-set-up";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";

/** @throws AppError `not_found` when the person has no such passkey */
export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  await withTransaction(async (tx) => {
    if (!(await updatePasskeyName(tx, userId, id, name))) throw gone();
    await recordAudit(tx, { actorId: userId, action: "passkey.rename", target: id, detail: { name } });
  });
}

/** The passkey signs nobody in any more. With the last second factor go the recovery codes, and what sessions had shown of it. @throws AppError `not_found` */
export async function removePasskey(userId: string, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    await lockedPerson(tx, userId);
    const name = await deletePasskey(tx, userId, id);
    if (name === null) throw gone();
    if (!hasSecondFactor(await lockedPerson(tx, userId))) await endSecondFactor(tx, userId);
    await recordAudit(tx, { actorId: userId, action: "passkey.remove", target: id, detail: { name } });
    await notifyPerson(tx, userId, { kind: "passkey-removed", name });
  });
}

function gone(): AppError {
  return new AppError("not_found", "That passkey is gone already.");
}
