import { evaluatePayment } from "@/lib/exceptions/refund-requests/list-refundables";
import { findPrecision, hasUnverifiedCredit, listClosedCases } from "@/lib/exceptions/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { closeAnswered, listUndecidedRequests, lowerAsked } from "@/lib/exceptions/refund-requests/repo";
import { isRefundable, type Refundable, readRefundable } from "@/lib/exceptions/refunds/refundable";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";

/**
 * Closes refund requests of an invoice for which nothing is left to refund, because another refund
 * returned the money or it was credited after all. After a partial refund, reduces the requested
 * amount to the remainder. Closes nothing while the outcome is unknown: while a refund of the
 * payment is under way, or part of the payment is unverified on its chain.
 *
 * Runs in the transaction that moves the money, which holds the invoice's lock, so that no request
 * waits for money that is gone, even after a crash.
 */
export async function closeAnsweredRequests(tx: Tx, invoiceId: string, now = new Date()): Promise<void> {
  const requests = await listUndecidedRequests(tx, invoiceId, now);
  if (requests.length === 0) return;
  const closedCases = await listClosedCases(tx, invoiceId);
  for (const request of requests)
    if (request.caseId !== null && closedCases.has(request.caseId)) await end(tx, request);
  const own = requests.filter(({ caseId }) => caseId === null);
  if (own.length > 0) await evaluateOwn(tx, invoiceId, own);
}

/** Evaluates the payment once, however many requests there are. */
async function evaluateOwn(tx: Tx, invoiceId: string, requests: readonly RefundRequest[]): Promise<void> {
  const invoice = await findInvoiceById(tx, invoiceId);
  if (invoice === null || !isRefundable(invoice) || (await hasUnverifiedCredit(tx, invoiceId))) return;
  const refundable = await readRefundable(tx, invoice);
  for (const request of requests) {
    const left = await leftOf(tx, { invoice, refundable }, request);
    if (!left.gt(ZERO)) await end(tx, request);
    // An unconfirmed request was mailed, or is signed, with its original amount.
    else if (request.status === "confirmed" && left.lt(request.amount)) await lower(tx, request, left);
  }
}

type Payment = { readonly invoice: Invoice; readonly refundable: Refundable };

/** Returns what is left of the money that this request is about, in its coin. */
async function leftOf(tx: Tx, { invoice, refundable }: Payment, request: RefundRequest): Promise<Decimal> {
  const { decimals, payableDecimals } = await findPrecision(tx, request.currencyCode, request.networkCode);
  const found = evaluatePayment(invoice, refundable, payableDecimals);
  return found?.kind === request.kind ? roundDown(found.amount, decimals) : ZERO;
}

async function end(tx: Tx, { id, merchantId, invoiceId, status }: RefundRequest): Promise<void> {
  if (!(await closeAnswered(tx, id)) || status === "unconfirmed") return;
  const detail = { request: id };
  const ended = { before: { status }, after: { status: "void" } };
  await recordAudit(tx, {
    actorId: null,
    merchantId,
    action: "refund-request.void",
    target: invoiceId,
    detail,
    ...ended,
  });
}

async function lower(tx: Tx, { id, merchantId, invoiceId, amount }: RefundRequest, left: Decimal): Promise<void> {
  if (!(await lowerAsked(tx, id, left))) return;
  const detail = { request: id, from: amount.toFixed(), to: left.toFixed() };
  const lowered = { before: { amount: amount.toFixed() }, after: { amount: left.toFixed() } };
  await recordAudit(tx, {
    actorId: null,
    merchantId,
    action: "refund-request.lower",
    target: invoiceId,
    detail,
    ...lowered,
  });
}
