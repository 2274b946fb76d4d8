import type { Catalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { isOpen } from "@/lib/invoices/status";
import { type Decimal, HUNDRED, ZERO } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { cameAsAsked } from "@/lib/refund-requests/came-as-asked";
import { listCreditedSenders, listReturnableCases } from "@/lib/refund-requests/money-repo";
import type { RefundableMoney } from "@/lib/refund-requests/refund-request";
import { listAwaitedMoney } from "@/lib/refund-requests/repo";
import { signerOf } from "@/lib/refund-requests/signer-of";
import { isRefundable, type Refundable, readRefundable } from "@/lib/refunds/refundable";

/**
 * What a payer may ask for now: not while the invoice is open or locked by screening, not what is on its way back, not what a
 * confirmed wish waits for already. Asks no node.
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
  const found = judgePayment(invoice, await readRefundable(tx, invoice), service.payableDecimals);
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
type ClosedPayment = Pick<Invoice, "status" | "paidHow" | "paidAmount" | "accuracyPercent" | "currentQuote">;

/**
 * What a payer may have back of a closed payment without a word about the goods: all of one that stayed short, what is beyond the price
 * of one that is paid. Null: it was paid as it should be. Zero and less: it has gone back. Pure.
 */
export function judgePayment(
  payment: ClosedPayment,
  { paid, rest }: Refundable,
  payableDecimals: number,
): PaymentMoney | null {
  const { status, currentQuote } = payment;
  if (currentQuote === null) return null;
  const due = currentQuote.payerAmount;
  if (status === "wrong_amount" || (isAfterRefund(payment) && staysShort(payment, due, payableDecimals)))
    return { kind: "short", amount: rest };
  const isOver = status === "paid_over" || (isAfterRefund(payment) && paid.gt(due));
  return isOver ? { kind: "surplus", amount: rest.minus(due) } : null;
}

/** A refund, done or failed, hides what the payment was: how it was paid tells. One marked by hand is paid whatever came. */
function isAfterRefund({ status, paidHow }: ClosedPayment): boolean {
  return (status === "refund_paid" || status === "refund_fail") && paidHow !== "by_hand";
}

/** By what was confirmed, as when it was closed: a part that is in doubt now does not make it short. */
function staysShort({ paidHow, paidAmount, accuracyPercent }: ClosedPayment, due: Decimal, decimals: number): boolean {
  if (paidHow !== "under" && paidHow !== "late") return false;
  const enough = due.times(HUNDRED.minus(accuracyPercent)).dividedBy(HUNDRED);
  return paidAmount.lt(enough) && roundDown(due.minus(paidAmount), decimals).gt(ZERO);
}
