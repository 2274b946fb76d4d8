import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { enqueueEndDead } from "@/lib/sends/jobs";
import { findOutgoing } from "@/lib/sends/outgoing-repo";
import { findSend } from "@/lib/sends/repo";

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
