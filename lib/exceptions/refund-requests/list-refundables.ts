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
import { isOpen } from "@/lib/money-in/invoices/status";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/**
 * What a payer may ask for now: not while the invoice is open or locked by screening, not what is
 * on its way back, not what a confirmed wish waits for already. Asks no node.
 */
export async function listRefundables(tx: Tx, catalog: Catalog, invoice: Invoice): Promise<RefundableMoney[]> {
  const money = await findMoney(tx, catalog, invoice);
  if (money.length === 0) return money;
  const awaited = await listAwaitedMoney(tx, invoice.id);
  return money.filter(({ caseId }) => !awaited.has(caseId));
}

/** The same, also what a confirmed wish waits for. */
export async function findMoney(tx: Tx, catalog: Catalog, invoice: Invoice): Promise<RefundableMoney[]> {
  // A top-up has no page of its own to ask on.
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
 * What a payer may have back of a closed payment without a word about the goods: all of one that
 * stayed short, what is beyond the price of one that is paid. Null: it was paid as it should be.
 * Zero and less: it has gone back. Pure.
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

/**
 * A refund, done or failed, hides what the payment was: how it was paid tells. One marked by hand
 * is paid whatever came.
 */
function isAfterRefund({ status, paymentOutcome }: ClosedPayment): boolean {
  return (status === "refund_paid" || status === "refund_fail") && paymentOutcome !== "manual";
}

/**
 * By what was confirmed, as when it was closed: a part that is in doubt now does not make it short.
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
 * Whether all that stands credited for a payment came in the coin that a refund is sent in, and
 * counts one for one. What came for an earlier price, above all in another coin, was weighed by the
 * rates of then: sent back in today's coin it would be an exchange at a rate that the payer has
 * chosen afterwards. That is for the shop to decide.
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
 * One sender, and only where it may be an account with a key whose signature can be checked here,
 * which is on EVM networks: who sent a part of it has no say about what others sent.
 */
export function signerOf(
  network: Pick<CatalogNetwork, "family" | "name"> | null,
  senders: readonly (string | null)[],
): string | null {
  const [only = null, other] = senders;
  if (network?.family !== "evm" || only === null || other !== undefined) return null;
  return senderRejection(network, only) === null ? only : null;
}
