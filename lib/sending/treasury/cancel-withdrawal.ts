import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { cancelSend } from "@/lib/sending/sends/fail-send";
import { returnWithdrawal } from "@/lib/sending/treasury/withdrawal-sends";
import { lockWithdrawal, updateWithdrawal } from "@/lib/sending/treasury/withdrawals-repo";

/**
 * Takes a withdrawal back for which nothing is signed; the money returns to its account. Repeating it is harmless.
 * @throws AppError `not_found`; `refused` when it is over, or a transaction carries it
 */
export async function cancelWithdrawal(order: { readonly id: string; readonly actorId: string | null }): Promise<void> {
  const { id, actorId } = order;
  await withTransaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal === null) throw new AppError("not_found", "There is no such withdrawal");
    if (withdrawal.status === "cancel") return;
    if (!(await cancelSend(tx, "withdrawal", id)))
      throw new AppError("refused", "This withdrawal is on its way or over: a signed transaction cannot be taken back");
    await returnWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, id, { status: "cancel" });
    const change = { before: { status: withdrawal.status }, after: { status: "cancel" } };
    await recordAudit(tx, { actorId, action: "withdrawal.cancel", target: id, ...change });
  });
}
