import type { Refund } from "@/lib/exceptions/refunds/refund";
import { updateRefund } from "@/lib/exceptions/refunds/repo";
import { canMoveRefund, isFinalRefund, type RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";

/**
 * The one way to change a refund's status: the row and its time line, in the caller's transaction. What it means for the books and for
 * what it is of is the caller's, who holds the locks.
 * @throws Error for a move that the table does not allow: a bug, never an answer to anybody
 */
export async function transitionRefund(
  tx: Tx,
  refund: Refund,
  to: RefundStatus,
  changes: Prisma.RefundUncheckedUpdateInput = {},
): Promise<Refund> {
  const { id, status: from } = refund;
  invariant(canMoveRefund(from, to), `refund ${id} cannot move from ${from} to ${to}`);
  const finalAt = isFinalRefund(to) ? new Date() : null;
  await updateRefund(tx, id, { ...changes, status: to, finalAt });
  await insertOutflowEvent(tx, { kind: "refund", subjectId: id }, "status", { from, to });
  return { ...refund, status: to, finalAt };
}
