import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import type { AppError } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import { creditTotals, lockMatchedDeposits, paidTotals } from "@/lib/money-in/invoices/confirmed-deposits";
import { creditMatchedDeposits } from "@/lib/money-in/invoices/credit-matched-deposits";
import { findPayment, type PaymentIds } from "@/lib/money-in/invoices/get-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import type { MarkAsPaidView } from "@/lib/money-in/invoices/schema";
import { settleInTransaction, settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { findUserById } from "@/lib/people/merchants/users-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Excludes `process`: while a payment is being confirmed, the chain decides. */
const MARKABLE: readonly InvoiceStatus[] = ["check", "cancel", "wrong_amount"];

/** Who marked it: a person with a reason, or the machine API. */
export type MarkedBy = { readonly actorId: string | null; readonly reason: string | null };

/**
 * Marks an invoice as `paid` manually at its merchant's request, without a transaction, and sends
 * the webhook. This itself moves no money: confirmed deposits are credited as at the end of every
 * invoice, and the rest is not compensated.
 *
 * Deposits are processed first, under the same lock, so that a payment which has just paid the
 * invoice is not overwritten. A later payment becomes a case; if a chain reverts a part, the
 * invoice reopens like any paid one.
 *
 * @throws AppError `marked_payment_not_found`, also for a top-up; `payment_not_markable`
 */
export async function markAsPaid(
  merchantId: string,
  ids: PaymentIds,
  now = new Date(),
  by: MarkedBy = { actorId: null, reason: null },
): Promise<MarkAsPaidView> {
  const found = await findPayment(merchantId, ids);
  if (found === null || found.walletId !== null) throw notFound();
  const catalog = await loadCatalog();
  await settleInvoice(found.id, now);
  await withTransaction(async (tx) => {
    await settleInTransaction(tx, catalog, found.id, now);
    const invoice = await findInvoiceById(tx, found.id);
    if (invoice === null) throw notFound();
    if (!MARKABLE.includes(invoice.status)) throw notMarkable(invoice.status);
    await closeByHand(tx, invoice, by);
  });
  return { success: true, message: "The payment is marked as paid and its webhook is queued." };
}

function notFound(): AppError {
  return refusal("marked_payment_not_found");
}

function notMarkable(status: InvoiceStatus): AppError {
  const isPaid = status === "paid" || status === "paid_over";
  return refusal("payment_not_markable", { status, isPaid });
}

/** Requires a locked and settled row. */
async function closeByHand(tx: Tx, invoice: Invoice, { actorId, reason }: MarkedBy): Promise<void> {
  const { confirmed } = await lockMatchedDeposits(tx, invoice);
  const totals = creditTotals(invoice, await creditMatchedDeposits(tx, invoice, confirmed), confirmed);
  const person = actorId === null ? null : await findUserById(tx, actorId);
  const said = { ...(person && { by: person.name }), ...(reason !== null && { reason }) };
  const detail = { from: invoice.status, order_id: invoice.orderId, ...said };
  await insertEvent(tx, invoice.id, "marked-paid", detail);
  await recordAudit(tx, {
    actorId,
    merchantId: invoice.merchantId,
    action: "invoice.mark-as-paid",
    target: invoice.id,
    detail,
    before: { status: invoice.status },
    after: { status: "paid" },
  });
  await transitionInvoice(tx, invoice, "paid", {
    paymentOutcome: "manual",
    ...paidTotals(confirmed),
    // Zero instead of null, which would show the expected amount of a payment.
    creditedAmount: totals.creditedAmount ?? "0",
    commissionAmount: totals.commissionAmount ?? "0",
    transactionId: null,
    ...(confirmed.matched.length === 0 ? { fromAddress: null } : {}),
  });
}
