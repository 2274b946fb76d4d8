import { z } from "zod";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { declareJob } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { moneyText } from "@/lib/kernel/money/format";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { queuePaymentWebhook } from "@/lib/money-in/invoices/queue-payment-webhook";
import { queueReceipt } from "@/lib/money-in/invoices/queue-receipt";
import { findInvoiceById, updateInvoice } from "@/lib/money-in/invoices/repo";
import { canMove, type InvoiceStatus, isFinal } from "@/lib/money-in/invoices/status";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/** Updates a plan to the state of its invoices and to the current time. */
export const ADVANCE_RECURRENCE = declareJob({
  name: "advance-recurrence",
  payload: z.object({ recurrenceId: z.uuid() }),
});

/**
 * Queues an update of a plan after this transaction. A job instead of a direct update: a plan is
 * locked before its invoices, so a transaction that holds an invoice's lock must not wait for its
 * plan.
 */
export async function enqueueAdvance(tx: Tx, recurrenceId: string): Promise<void> {
  await enqueue(tx, ADVANCE_RECURRENCE, { recurrenceId }, { key: `recurrence:${recurrenceId}` });
}

/**
 * The only function that changes an invoice's status: updates the row, the time line, the webhook
 * and the payer's receipt in the caller's transaction. The caller holds the row's lock. If the
 * invoice is a plan's period, a job evaluates that period afterwards.
 * @throws Error for a transition that the table does not allow, which is a bug
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
  await notifyMembers(tx, moved);
  if (moved.recurrenceId !== null) await enqueueAdvance(tx, moved.recurrenceId);
  return moved;
}

/**
 * Notifies a merchant's members that an invoice or a top-up is paid; does nothing for any other
 * status.
 */
async function notifyMembers(tx: Tx, invoice: Invoice): Promise<void> {
  const { id, merchantId, status, orderId, amount, currencyCode } = invoice;
  if (status !== "paid" && status !== "paid_over") return;
  const detail = { orderId, amount: `${moneyText(amount.toFixed(), currencyCode)}` };
  await queueNotification(tx, { kind: "invoice_paid", merchantId, reference: id, detail });
}
