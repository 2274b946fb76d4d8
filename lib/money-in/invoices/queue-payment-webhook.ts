import { findReceiver, queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { sumResends } from "@/lib/delivery/webhooks/reads-repo";
import { findNewestOf, lockResends } from "@/lib/delivery/webhooks/repo";
import { RESENDS_MAX, resendInTransaction, subjectOf } from "@/lib/delivery/webhooks/resend";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { refusal } from "@/lib/kernel/refusals";
import { loadConvertView } from "@/lib/money-in/invoices/convert-view";
import { findPayment, type PaymentIds } from "@/lib/money-in/invoices/get-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { addResendOfApi, findPaymentIdByTransaction } from "@/lib/money-in/invoices/payments-repo";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { toPaymentWebhook } from "@/lib/money-in/invoices/wire-view";

const RESENDABLE: readonly InvoiceStatus[] = ["wrong_amount", "paid", "paid_over"];
/** EVM nodes return transaction ids in lower case; people paste them in any case. */
const EVM_TRANSACTION_ID = /^0x[0-9a-f]{64}$/i;

type ResendIds = PaymentIds & { readonly txid?: string | null };

/**
 * Resends the webhook of a finalised payment, byte for byte, and counts it. If several ids are
 * given, the order id decides, then the uuid. Concurrent calls never exceed the limit, which is
 * shared with the resends from the dashboard: a lock on the payment is held while counting.
 *
 * @throws AppError `payment_not_found`; `notification_not_found` when no event of its status
 *   exists: it had no URL to send it to, or its status is none of `wrong_amount`, `paid`
 *   and `paid_over`; `resent_too_often` after ten
 */
export async function resendPayment(merchantId: string, ids: ResendIds): Promise<never[]> {
  const paymentId = await findPaymentId(merchantId, ids);
  if (paymentId === null) throw refusal("payment_not_found");
  await withTransaction(async (tx) => {
    const payment = await lockInvoice(tx, paymentId);
    if (payment === null) throw refusal("payment_not_found");
    const { id, status, walletId } = payment;
    const delivery = RESENDABLE.includes(status)
      ? await findNewestOf(tx, { id, isTopUp: walletId !== null, merchantId }, status)
      : null;
    if (delivery === null) throw refusal("notification_not_found");
    const locked = await lockResends(tx, merchantId, delivery.id);
    if (locked === null || (await sumResends(tx, subjectOf(locked))) >= RESENDS_MAX) throw refusal("resent_too_often");
    await addResendOfApi(tx, id);
    await resendInTransaction(tx, merchantId, delivery.id);
  });
  return [];
}

async function findPaymentId(merchantId: string, ids: ResendIds): Promise<string | null> {
  if (ids.order_id !== null || ids.uuid !== null) return (await findPayment(merchantId, ids))?.id ?? null;
  if (!ids.txid) return null;
  const transactionId = EVM_TRANSACTION_ID.test(ids.txid) ? ids.txid.toLowerCase() : ids.txid;
  return findPaymentIdByTransaction(merchantId, transactionId);
}

/**
 * Queues a webhook with the current state of an invoice or top-up, in the transaction that changed
 * it. Events of one invoice are delivered in order; those of a top-up in the order of its wallet.
 * Queues nothing when neither the invoice nor the merchant has a URL.
 */
export async function queuePaymentWebhook(tx: Tx, invoice: Invoice): Promise<void> {
  const url = await findReceiver(tx, invoice);
  if (url === null) return;
  const object =
    invoice.walletId === null
      ? { objectKind: "invoice" as const, objectId: invoice.id }
      : { objectKind: "wallet" as const, objectId: invoice.walletId, topUpId: invoice.id };
  await queueWebhook(tx, {
    ...object,
    merchantId: invoice.merchantId,
    status: invoice.status,
    url,
    payload: toPaymentWebhook(invoice, await loadConvertView(invoice, tx)),
  });
}
