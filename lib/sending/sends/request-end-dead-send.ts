import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { enqueueEndDead } from "@/lib/sending/sends/jobs";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { findSend } from "@/lib/sending/sends/repo";

/**
 * The operator takes a transaction for dead: another one took its nonce. A worker asks the nodes, and ends it when they prove it; the
 * audit trail says what came of it.
 * @throws AppError (not_found, refused) when there is none, or it has ended already
 */
export async function requestEndDeadSend(order: { sendId: string; actorId: string | null }): Promise<void> {
  const { sendId, actorId } = order;
  const outgoingId = (await findSend(sendId))?.outgoingId ?? null;
  const outgoing = outgoingId === null ? null : await findOutgoing(outgoingId);
  if (outgoingId === null || outgoing === null) throw new AppError("not_found", "There is no such transaction");
  if (outgoing.status === "settled" || outgoing.status === "failed") {
    throw new AppError("refused", "It has ended already");
  }
  const { networkCode } = outgoing;
  await withTransaction(async (tx) => {
    await recordAudit(tx, { actorId, action: "send.end-dead-request", target: outgoingId, detail: { networkCode } });
    await enqueueEndDead(tx, { outgoingId, actorId });
  });
}
