import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { failQueued } from "@/lib/sends/fail-queued";
import { findSend, lockSend } from "@/lib/sends/repo";
import { sendOwner } from "@/lib/sends/send-owner";

/**
 * The operator ends a send for which nothing is signed; its owner gives the money back. For what cannot go, and for what a lost database
 * had sent already. The process that runs it must have connected the owners.
 * @throws AppError (not_found, refused) when there is none, or a transaction carries it
 */
export async function failSend(order: { sendId: string; reason: string; actorId: string | null }): Promise<void> {
  const { sendId, reason, actorId } = order;
  const found = await findSend(sendId);
  if (found === null) throw new AppError("not_found", "There is no such send");
  const owner = sendOwner(found.purpose);
  await withTransaction(async (tx) => {
    await owner.lock(tx, found.purposeId);
    const send = await lockSend(tx, found);
    if (send.status !== "queued") throw new AppError("refused", "It is signed or ended already");
    await failQueued(tx, send, reason, "gateway");
    const change = { before: { status: send.status }, after: { status: "failed" } };
    await recordAudit(tx, { actorId, action: "send.fail", target: sendId, detail: { reason }, ...change });
  });
}
