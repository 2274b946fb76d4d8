import type { Tx } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { findInvoiceById } from "@/lib/invoices/repo";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { judgePayment } from "@/lib/refund-requests/list-refundables";
import { findPrecision, hasDoubtfulCredit, listClosedCases } from "@/lib/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import { closeAnswered, listUndecidedRequests, lowerAsked } from "@/lib/refund-requests/repo";
import { isRefundable, readRefundable } from "@/lib/refunds/refundable";

/**
 * Ends what payers ask for of an invoice where nothing of it is left: it went back by a refund that nobody asked for here, or was
 * credited after all. Where a part of it went back, what is left is what is asked for from now on. Nothing is ended while it cannot be
 * known: with a refund of the payment under way, or a part of it in doubt on its chain.
 *
 * In the transaction that moves the money, which holds the invoice's lock: so no wish waits for money that is gone, whatever is killed.
 */
export async function closeAnsweredRequests(tx: Tx, invoiceId: string): Promise<void> {
  const requests = await listUndecidedRequests(tx, invoiceId);
  if (requests.length === 0) return;
  const closedCases = await listClosedCases(tx, invoiceId);
  for (const request of requests) {
    if (request.caseId === null) await judgeOwn(tx, request);
    else if (closedCases.has(request.caseId)) await end(tx, request);
  }
}

async function judgeOwn(tx: Tx, request: RefundRequest): Promise<void> {
  const invoice = await findInvoiceById(tx, request.invoiceId);
  if (invoice === null || !isRefundable(invoice) || (await hasDoubtfulCredit(tx, invoice.id))) return;
  const left = await leftOf(tx, invoice, request);
  if (!left.gt(ZERO)) return await end(tx, request);
  // What nobody has confirmed is signed, or was mailed, as it was asked for.
  if (request.status === "confirmed" && left.lt(request.amount)) await lower(tx, request, left);
}

/** Of the money that this wish is about, in its coin. */
async function leftOf(tx: Tx, invoice: Invoice, { kind, currencyCode, networkCode }: RefundRequest): Promise<Decimal> {
  const { decimals, payableDecimals } = await findPrecision(tx, currencyCode, networkCode);
  const found = judgePayment(invoice, await readRefundable(tx, invoice), payableDecimals);
  return found?.kind === kind ? roundDown(found.amount, decimals) : ZERO;
}

async function end(tx: Tx, { id, merchantId, invoiceId, status }: RefundRequest): Promise<void> {
  await closeAnswered(tx, id);
  if (status === "unconfirmed") return;
  const detail = { request: id };
  await recordAudit(tx, { actorId: null, merchantId, action: "refund-request.void", target: invoiceId, detail });
}

async function lower(tx: Tx, { id, merchantId, invoiceId, amount }: RefundRequest, left: Decimal): Promise<void> {
  await lowerAsked(tx, id, left);
  const detail = { request: id, from: amount.toFixed(), to: left.toFixed() };
  await recordAudit(tx, { actorId: null, merchantId, action: "refund-request.lower", target: invoiceId, detail });
}
