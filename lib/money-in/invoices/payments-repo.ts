import type { z } from "zod";
import { database, type Tx } from "@/lib/kernel/db";
import { pageView } from "@/lib/kernel/paging/page-schema";
import type { PageSlice } from "@/lib/kernel/paging/read-page";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceByOrderId, toInvoice } from "@/lib/money-in/invoices/repo";
import { invoiceView } from "@/lib/money-in/invoices/schema";

/** A line of `POST /v1/payment/list`: the Invoice object without four of its keys, in the order of the interface. */
const paymentItemView = invoiceView.pick({
  uuid: true,
  order_id: true,
  amount: true,
  payment_amount: true,
  payer_amount: true,
  discount_percent: true,
  discount: true,
  payer_currency: true,
  currency: true,
  merchant_amount: true,
  comments: true,
  network: true,
  address: true,
  from: true,
  txid: true,
  payment_status: true,
  url: true,
  expired_at: true,
  status: true,
  is_final: true,
  additional_data: true,
  created_at: true,
  updated_at: true,
});

export const paymentPageView = pageView(paymentItemView);

export type PaymentPageView = z.output<typeof paymentPageView>;

/** Payments as the machine API means them: invoices, top-ups of static wallets, payments of plans. Every statement names the merchant. */

/**
 * The invoice with that order id, or the newest top-up of the static wallet with it, or the newest payment of the plan with it. Each step
 * asks one index for one row.
 */
export async function findPaymentByOrderId(merchantId: string, orderId: string): Promise<Invoice | null> {
  const invoice = await findInvoiceByOrderId(merchantId, orderId);
  if (invoice !== null) return invoice;
  const named = { merchantId_orderId: { merchantId, orderId } };
  const wallet = await database().staticWallet.findUnique({ where: named, select: { id: true } });
  if (wallet !== null) return findNewestOf({ walletId: wallet.id });
  const plan = await database().claimedOrderId.findFirst({
    where: { merchantId, orderId, kind: "recurrence" },
    select: { ownerId: true },
  });
  return plan === null ? null : findNewestOf({ recurrenceId: plan.ownerId });
}

async function findNewestOf(owner: { walletId: string } | { recurrenceId: string }): Promise<Invoice | null> {
  const row = await database().invoice.findFirst({
    where: owner,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    include: { currentQuote: true },
  });
  return row ? toInvoice(row) : null;
}

export async function selectPayments(merchantId: string, { where, ...slice }: PageSlice): Promise<Invoice[]> {
  const rows = await database().invoice.findMany({
    where: { merchantId, ...where },
    ...slice,
    include: { currentQuote: true },
  });
  return rows.map(toInvoice);
}

/**
 * The newest payment that this transaction was credited to. By network, because that is how deposits are indexed: a transaction id
 * alone would read them all.
 */
export async function findPaymentIdByTransaction(merchantId: string, transactionId: string): Promise<string | null> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM networks n
      JOIN deposits d ON d.network_code = n.code AND d.transaction_id = ${transactionId}
      JOIN invoice_credits c ON c.deposit_id = d.id AND c.reversed_at IS NULL
      JOIN invoices i ON i.id = c.invoice_id
    WHERE i.merchant_id = ${merchantId}::uuid ORDER BY i.created_at DESC, i.id DESC LIMIT 1`;
  return rows[0]?.id ?? null;
}

/** Counts one more resend by the machine API; who calls has looked at the limit. Its `updated_at` stays: nothing of it changed. */
export async function addResendOfApi(tx: Tx, paymentId: string): Promise<void> {
  await tx.$executeRaw`UPDATE invoices SET resend_count = resend_count + 1 WHERE id = ${paymentId}::uuid`;
}
