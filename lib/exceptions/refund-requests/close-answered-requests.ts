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
 * Ends what payers ask for of an invoice where nothing of it is left: it went back by a refund that
 * nobody asked for here, or was credited after all. Where a part of it went back, what is left is
 * what is asked for from now on. Nothing is ended while it cannot be known: with a refund of the
 * payment under way, or a part of it in doubt on its chain.
 *
 * In the transaction that moves the money, which holds the invoice's lock: so no wish waits for
 * money that is gone, whatever is killed.
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

/** The payment is looked at once, however many ask for its money. */
async function evaluateOwn(tx: Tx, invoiceId: string, requests: readonly RefundRequest[]): Promise<void> {
  const invoice = await findInvoiceById(tx, invoiceId);
  if (invoice === null || !isRefundable(invoice) || (await hasUnverifiedCredit(tx, invoiceId))) return;
  const refundable = await readRefundable(tx, invoice);
  for (const request of requests) {
    const left = await leftOf(tx, { invoice, refundable }, request);
    if (!left.gt(ZERO)) await end(tx, request);
    // What nobody has confirmed is signed, or was mailed, as it was asked for.
    else if (request.status === "confirmed" && left.lt(request.amount)) await lower(tx, request, left);
  }
}

type Payment = { readonly invoice: Invoice; readonly refundable: Refundable };

/** Of the money that this wish is about, in its coin. */
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
