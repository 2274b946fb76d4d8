import { findWaitingReversal } from "@/lib/fronts/admin/reversals-repo";
import type { ApproveReversalForm } from "@/lib/fronts/admin/reversals-schema";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { approveReversal as approve } from "@/lib/money-in/deposits/chain-repo";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";

/**
 * The operator's word that a booked payment is gone, in the place of a second node's: credit and booking are taken back by the settling that
 * is asked for here, and what the merchant has spent of it becomes a receivable.
 * @throws AppError `not_found` when it came back, left once more, or was decided meanwhile
 */
export async function approveReversal(form: ApproveReversalForm, actorId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const waiting = await findWaitingReversal(tx, form.id);
    const { vanishedAt } = waiting ?? {};
    if (waiting === null || !vanishedAt || vanishedAt.toISOString() !== form.vanishedAt) throw gone();
    if (!(await approve(tx, { ...waiting, vanishedAt, isReplaced: false }))) throw gone();
    await clearAlarm(tx, { kind: "reversal-waits", subject: waiting.id });
    await settleOwners(tx, [waiting]);
    const detail = { network: waiting.networkCode, transaction: waiting.transactionId };
    await recordAudit(tx, { actorId, action: "deposit.approve-reversal", target: waiting.id, detail });
  });
}

function gone(): AppError {
  return new AppError("not_found", "It came back, or was decided meanwhile: nothing was changed.");
}
