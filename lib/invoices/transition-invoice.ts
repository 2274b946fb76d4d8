import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Invoice } from "@/lib/invoices/invoice";
import { queuePaymentWebhook } from "@/lib/invoices/queue-payment-webhook";
import { queueReceipt } from "@/lib/invoices/queue-receipt";
import { findInvoiceById, insertEvent, updateInvoice } from "@/lib/invoices/repo";
import { canMove, type InvoiceStatus, isFinal } from "@/lib/invoices/status";
import { tellMembers } from "@/lib/invoices/tell-members";
import { enqueueAdvance } from "@/lib/recurrences/jobs";

/**
 * The one way to change an invoice's status: the row, its time line, the webhook and the payer's receipt, in the caller's
 * transaction. The caller holds the row's lock. Where it is a period of a plan, a job judges that period afterwards.
 * @throws Error for a move that the table does not allow: a bug, never an answer to anybody
 */
export async function transitionInvoice(
  tx: Tx,
  invoice: Invoice,
  to: InvoiceStatus,
  changes: Prisma.InvoiceUncheckedUpdateInput = {},
): Promise<Invoice> {
  invariant(canMove(invoice.status, to), `invoice ${invoice.id} cannot move from ${invoice.status} to ${to}`);
  const finalAt = isFinal(to) ? new Date() : null;
  await updateInvoice(tx, invoice.id, { ...changes, status: to, finalAt });
  await insertEvent(tx, invoice.id, "status", { from: invoice.status, to });
  const moved = await findInvoiceById(tx, invoice.id);
  invariant(moved !== null, `invoice ${invoice.id} is there`);
  await queuePaymentWebhook(tx, moved);
  await queueReceipt(tx, moved);
  await tellMembers(tx, moved);
  if (moved.recurrenceId !== null) await enqueueAdvance(tx, moved.recurrenceId);
  return moved;
}
