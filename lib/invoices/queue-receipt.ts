import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import type { Tx } from "@/lib/db";
import { findInternalPayment } from "@/lib/invoices/internal-payments-repo";
import type { Invoice } from "@/lib/invoices/invoice";
import { type Receipt, writeReceipt } from "@/lib/invoices/receipt-mail";
import { findPayee, listReceivedParts } from "@/lib/invoices/receipt-repo";
import { paymentPageUrl } from "@/lib/invoices/wire-view";
import { queueMail } from "@/lib/mail/queue-mail";

/**
 * Queues the payer's receipt when the invoice has just become paid, overpaid or closed short with money, and the shop gave the
 * payer's address. There is one for each invoice: what happens later is on the payment page, which it links to.
 */
export async function queueReceipt(tx: Tx, invoice: Invoice): Promise<void> {
  const { status, payerEmail } = invoice;
  if (payerEmail === null || !isPaidStatus(status)) return;
  const parts = await listReceivedParts(tx, invoice.id);
  const inside = await findInternalPayment(tx, invoice.id);
  if (parts.length === 0 && inside === null) return;
  const { name, supportContact } = await findPayee(tx, invoice.merchantId);
  const receipt: Receipt = {
    shop: name,
    supportContact,
    orderId: invoice.orderId,
    status,
    asked: { amount: invoice.amount, currency: invoice.currencyCode },
    received: parts.map(({ amount, currencyCode, transactionId, network }) => ({
      amount,
      currency: currencyCode,
      network: network.name,
      transactionId,
      transactionUrl: explorerTransactionUrl(network, transactionId),
    })),
    inside: inside && { amount: inside.amount, currency: inside.currencyCode },
    pageUrl: paymentPageUrl(invoice.id),
    receiptUrl: `${paymentPageUrl(invoice.id)}?receipt=1`,
  };
  await queueMail(tx, { kind: "receipt", reference: invoice.id, recipient: payerEmail, ...writeReceipt(receipt) });
}

function isPaidStatus(status: Invoice["status"]): status is Receipt["status"] {
  return status === "paid" || status === "paid_over" || status === "wrong_amount";
}
