import { createRequestedRefund } from "@/lib/exceptions/refund-requests/create-requested-refund";
import { type RefundRequest, requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import { decideOnce, findRequestOfMerchant } from "@/lib/exceptions/refund-requests/repo";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";

export type RequestDecision = {
  readonly requestId: string;
  readonly merchantId: string;
  readonly decision: "approve" | "refuse";
  /** Shown to the payer with the decision; empty for none. */
  readonly note: string;
  /** The user who decides. */
  readonly actorId: string;
};

/**
 * Decides a payer's confirmed request, once. Approval creates the refund in the same transaction,
 * with the user as its creator. Refusal shows the note to the payer.
 *
 * @throws AppError with a user-facing message: `not_found`, also for another merchant's request;
 *   `refused` when it was already decided or its money is no longer available; or the error of a
 *   guard, after which the request keeps waiting
 */
export async function decideRefundRequest(order: RequestDecision): Promise<void> {
  const request = await findRequestOfMerchant(database(), order.merchantId, order.requestId);
  if (request === null || request.proof === null) throw new AppError("not_found", "Request not found");
  if (request.status === "void") throw requestErrors.over();
  if (request.status !== "confirmed") throw requestErrors.decided();
  const note = order.note.trim() === "" ? null : order.note.trim();
  if (order.decision === "refuse") return await refuse(request, order.actorId, note);
  try {
    await createRequestedRefund(request, { actorId: order.actorId, note });
  } catch (error) {
    throw toFormError(error);
  }
}

async function refuse(
  { id, merchantId, invoiceId }: RefundRequest,
  actorId: string,
  note: string | null,
): Promise<void> {
  await withTransaction(async (tx) => {
    const decision = { status: "refused" as const, decidedById: actorId, note, refundId: null };
    if (!(await decideOnce(tx, id, decision))) throw requestErrors.decided();
    const detail = { request: id, note };
    const change = { before: { status: "confirmed" }, after: { status: "refused" } };
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: "refund-request.refuse",
      target: invoiceId,
      detail,
      ...change,
    });
  });
}
