import type { Tx } from "@/lib/db";
import { loadConvertView } from "@/lib/invoices/convert-view";
import type { Invoice } from "@/lib/invoices/invoice";
import { toPaymentWebhook } from "@/lib/invoices/wire-view";
import { queueWebhook } from "@/lib/webhooks/queue-webhook";

/**
 * Reports an invoice, or a top-up, as it stands, in the transaction that changed it. Events of one invoice go out in order; those of
 * a top-up in the order of its wallet. Nothing is queued when the merchant gave no address for it.
 */
export async function queuePaymentWebhook(tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.urlCallback === null) return;
  const object =
    invoice.walletId === null
      ? { objectKind: "invoice" as const, objectId: invoice.id }
      : { objectKind: "wallet" as const, objectId: invoice.walletId, topUpId: invoice.id };
  await queueWebhook(tx, {
    ...object,
    merchantId: invoice.merchantId,
    status: invoice.status,
    url: invoice.urlCallback,
    payload: toPaymentWebhook(invoice, await loadConvertView(invoice, tx)),
  });
}
