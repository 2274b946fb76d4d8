import { clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { booksOfOwner } from "@/lib/sending/sends/accounts-repo";
import { cancelQueued, findSend, findSendOf, lockSend, markFinal } from "@/lib/sending/sends/repo";
import type { Send, SendPurpose } from "@/lib/sending/sends/send";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { type FailureCause, sendOwner } from "@/lib/sending/sends/send-owner";

/**
 * Ends a send without a signed transaction on behalf of the operator; its owner returns the money.
 * For sends that can never be signed, and for those that a lost database had already sent. The
 * process that runs it must have registered the owners.
 * @throws AppError (not_found, refused) when it does not exist, or a transaction is signed
 */
export async function failSend(order: { sendId: string; reason: string; actorId: string | null }): Promise<void> {
  const { sendId, reason, actorId } = order;
  const found = await findSend(sendId);
  if (found === null) throw new AppError("not_found", "Send not found");
  const owner = sendOwner(found.purpose);
  await withTransaction(async (tx) => {
    await owner.lock(tx, found.purposeId);
    const send = await lockSend(tx, found);
    if (send.status !== "queued") throw new AppError("refused", "It is already signed or finished");
    await failQueued(tx, send, reason, "gateway");
    const change = { before: { status: send.status }, after: { status: "failed" } };
    await recordAudit(tx, { actorId, action: "send.fail", target: sendId, detail: { reason }, ...change });
  });
}

/**
 * Ends a send that was never signed, in a transaction that holds its owner's lock and its own. Its
 * owner returns the money.
 */
export async function failQueued(tx: Tx, send: Send, failure: string, cause: FailureCause): Promise<void> {
  await markFinal(tx, send.id, { status: "failed", failure });
  await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  await sendOwner(send.purpose).failed(tx, { ...send, status: "failed" }, failure, cause, booksOfOwner(tx));
}

/**
 * Cancels a send without a signed transaction, in the caller's transaction, which holds the owner's
 * lock and returns the money.
 * @returns false when there is none, or a transaction is already signed: then it can no longer be
 *   cancelled
 */
export async function cancelSend(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<boolean> {
  if (!(await cancelQueued(tx, purpose, purposeId))) return false;
  const send = await findSendOf(tx, purpose, purposeId);
  if (send !== null) await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  return true;
}
