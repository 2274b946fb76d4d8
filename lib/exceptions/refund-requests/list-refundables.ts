import { listCreditedSenders, listReturnableCases } from "@/lib/exceptions/refund-requests/money-repo";
import type { RefundableMoney } from "@/lib/exceptions/refund-requests/refund-request";
import { listAwaitedMoney } from "@/lib/exceptions/refund-requests/repo";
import { senderRejection } from "@/lib/exceptions/refunds/evaluate-sender";
import { isRefundable, type Refundable, readRefundable } from "@/lib/exceptions/refunds/refundable";
import { findDeposits } from "@/lib/exceptions/refunds/repo";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { findInternalPaymentPart } from "@/lib/money-in/invoices/confirmed-deposits";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { quoteOf } from "@/lib/money-in/invoices/matched-deposits";
import { listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { listQuotes } from "@/lib/money-in/invoices/repo";
import { type InvoiceStatus, isOpen } from "@/lib/money-in/invoices/status";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/**
 * Lists the money that a payer can request now: nothing while the invoice is open or locked by
 * screening, nothing that is already being refunded, nothing with a confirmed request. Sends no
 * request to a node.
 */
export async function listRefundables(tx: Tx, catalog: Catalog, invoice: Invoice): Promise<RefundableMoney[]> {
  const money = await findMoney(tx, catalog, invoice);
  if (money.length === 0) return money;
  const awaited = await listAwaitedMoney(tx, invoice.id);
  return money.filter(({ caseId }) => !awaited.has(caseId));
}

/** Like {@link listRefundables}, including money with a confirmed request. */
export async function findMoney(tx: Tx, catalog: Catalog, invoice: Invoice): Promise<RefundableMoney[]> {
  // A top-up has no payment page on which to request a refund.
  if (isOpen(invoice.status) || invoice.status === "locked" || invoice.walletId !== null) return [];
  const own = await ownMoney(tx, invoice, catalog);
  const cases = await listReturnableCases(tx, invoice.id);
  const ofCases = cases.map(({ caseId, amount, currencyCode, networkCode, fromAddress }) => ({
    kind: "case" as const,
    caseId,
    amount,
    currencyCode,
    networkCode,
    signer: signerOf(catalog.network(networkCode), [fromAddress]),
  }));
  return own === null ? ofCases : [own, ...ofCases];
}

async function ownMoney(tx: Tx, invoice: Invoice, catalog: Catalog): Promise<RefundableMoney | null> {
  const quote = invoice.currentQuote;
  if (quote === null || !isRefundable(invoice)) return null;
  const service = catalog.service(quote.currencyCode, quote.networkCode);
  if (service === null) return null;
  const found = evaluatePayment(invoice, await readRefundable(tx, invoice), service.payableDecimals);
  if (found === null) return null;
  const amount = roundDown(found.amount, service.decimals);
  if (!amount.gt(ZERO) || !(await cameAsAsked(tx, invoice))) return null;
  return {
    kind: found.kind,
    caseId: null,
    amount,
    currencyCode: quote.currencyCode,
    networkCode: quote.networkCode,
    signer: signerOf(service.network, await listCreditedSenders(tx, invoice.id)),
  };
}

export type PaymentMoney = { readonly kind: "short" | "surplus"; readonly amount: Decimal };
type ClosedPayment = Pick<Invoice, "status" | "paymentOutcome" | "paidAmount" | "accuracyPercent" | "currentQuote">;

/**
 * Returns what a payer can get back of a closed payment without the merchant's decision about the
 * goods: all of a short payment, or the surplus of an overpaid one. Null: it was paid correctly.
 * Zero or less: it has already been refunded. Pure.
 */
export function evaluatePayment(
  payment: ClosedPayment,
  { paid, remaining }: Refundable,
  payableDecimals: number,
): PaymentMoney | null {
  const { status, currentQuote } = payment;
  if (currentQuote === null) return null;
  const due = currentQuote.payerAmount;
  if (status === "wrong_amount" || (isAfterRefund(payment) && staysShort(payment, due, payableDecimals)))
    return { kind: "short", amount: remaining };
  const isOver = status === "paid_over" || (isAfterRefund(payment) && paid.gt(due));
  return isOver ? { kind: "surplus", amount: remaining.minus(due) } : null;
}

const OWED: ReadonlySet<InvoiceStatus> = new Set(["wrong_amount", "paid_over", "refund_paid", "refund_fail"]);

/** Whether `evaluatePayment` returns anything for some payment with this status. */
export function mayBeOwed(status: InvoiceStatus): boolean {
  return OWED.has(status);
}

/**
 * The status of a refund, paid or failed, hides the outcome of the payment; `paymentOutcome` still
 * shows it. A payment marked manually counts as paid whatever was received.
 */
function isAfterRefund({ status, paymentOutcome }: ClosedPayment): boolean {
  return (status === "refund_paid" || status === "refund_fail") && paymentOutcome !== "manual";
}

/**
 * Uses the confirmed amount at closing: a deposit that is unverified now does not make the payment
 * short.
 */
function staysShort(
  { paymentOutcome, paidAmount, accuracyPercent }: ClosedPayment,
  due: Decimal,
  decimals: number,
): boolean {
  if (paymentOutcome !== "under" && paymentOutcome !== "late") return false;
  const enough = due.times(HUNDRED.minus(accuracyPercent)).dividedBy(HUNDRED);
  return paidAmount.lt(enough) && roundDown(due.minus(paidAmount), decimals).gt(ZERO);
}

/**
 * Returns whether all standing credits of a payment were received in the coin of the refund and
 * count one to one. A deposit for an earlier quote, especially in another coin, was counted at the
 * rates of that time: refunding it in the current coin would be an exchange at a rate the payer
 * chose afterwards. That decision is left to the shop.
 */
async function cameAsAsked(tx: Tx, invoice: Invoice): Promise<boolean> {
  const { currentQuote: current } = invoice;
  if (current === null) return false;
  const [quotes, credits] = [await listQuotes(tx, invoice.id), await listStandingCredits(tx, invoice.id)];
  const deposits = await findDeposits(
    tx,
    credits.map(({ depositId }) => depositId),
  );
  const internal = await findInternalPaymentPart(tx, invoice, quotes);
  const counted = deposits.map((deposit) => quoteOf(deposit, quotes));
  return [...counted, ...(internal === null ? [] : [internal.quote])].every((quote) => isEqual(quote, current));
}

function isEqual(quote: Quote | null, { currencyCode, networkCode, payerAmount }: Quote): boolean {
  return (
    quote !== null &&
    quote.currencyCode === currencyCode &&
    quote.networkCode === networkCode &&
    quote.payerAmount.eq(payerAmount)
  );
}

/**
 * Returns the sender if it is the only one and may be an account whose signature can be verified
 * here, which is limited to EVM networks. Someone who sent one part must not decide about the parts
 * that others sent.
 */
export function signerOf(
  network: Pick<CatalogNetwork, "family" | "name"> | null,
  senders: readonly (string | null)[],
): string | null {
  const [only = null, other] = senders;
  if (network?.family !== "evm" || only === null || other !== undefined) return null;
  return senderRejection(network, only) === null ? only : null;
}
