import { findCasesOfDeposits } from "@/lib/cases/repo";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { type Tx, withTransaction } from "@/lib/db";
import type { Deposit } from "@/lib/deposits/deposit";
import { lockOwnerDeposits, readDepths } from "@/lib/deposits/repo";
import { advanceDeposits } from "@/lib/invoices/advance-deposits";
import { creditParts } from "@/lib/invoices/credit-parts";
import { type Decision, decideInvoice, type InvoiceSituation, payableUnit } from "@/lib/invoices/decide-invoice";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import { countAmount, type Part, partsOf, sumCounted } from "@/lib/invoices/parts";
import { usdValue } from "@/lib/invoices/quote-terms";
import { isReadBeyondExpiry, listQuotes, lockInvoice, updateInvoice } from "@/lib/invoices/repo";
import { isFinal } from "@/lib/invoices/status";
import { transitionInvoice } from "@/lib/invoices/transition-invoice";
import { ZERO } from "@/lib/money/decimal";

const PAYABLE_DECIMALS_DEFAULT = 8;

/**
 * Brings one invoice up to what the chains show: books deposits that are deep enough, opens cases for those that no rule may credit,
 * takes back what a reorganisation removed, decides the status, credits the merchant when it becomes final, and queues the webhook.
 * All in one transaction under the invoice's lock, so it may be run by any number of workers, any number of times.
 */
export async function settleInvoice(invoiceId: string, now = new Date()): Promise<void> {
  const catalog = await loadCatalog();
  await withTransaction((tx) => settleInTransaction(tx, catalog, invoiceId, now));
}

export async function settleInTransaction(tx: Tx, catalog: Catalog, invoiceId: string, now: Date): Promise<void> {
  const locked = await lockInvoice(tx, invoiceId);
  if (locked === null) return;
  const quotes = await listQuotes(tx, invoiceId);
  const depths = await readDepths(tx);
  const before = await lockOwnerDeposits(tx, "invoice", invoiceId);
  const invoice = await advanceDeposits(tx, { invoice: locked, quotes, deposits: before, depths });

  const deposits = await lockOwnerDeposits(tx, "invoice", invoiceId);
  const cases = await findCasesOfDeposits(
    tx,
    deposits.map((deposit) => deposit.id),
  );
  const parts = partsOf(invoice, deposits, quotes, cases);
  const acceptedLate = [...cases.values()].some((opened) => opened.kind === "late" && opened.status === "credited");
  const decision = decideInvoice(await situationOf(tx, catalog, invoice, parts, acceptedLate), now);
  await applyDecision(tx, invoice, parts, decision);
}

async function situationOf(
  tx: Tx,
  catalog: Catalog,
  invoice: Invoice,
  parts: readonly Part[],
  hasAcceptedLate: boolean,
): Promise<InvoiceSituation> {
  const quote = invoice.currentQuote;
  const service = quote ? catalog.service(quote.currencyCode, quote.networkCode) : null;
  return {
    status: invoice.status,
    expiresAt: invoice.expiresAt,
    reversedAt: invoice.reversedAt,
    isPaymentMultiple: invoice.isPaymentMultiple,
    accuracyPercent: invoice.accuracyPercent,
    due: quote?.payerAmount ?? null,
    payableUnit: payableUnit(service?.payableDecimals ?? PAYABLE_DECIMALS_DEFAULT),
    confirmed: sumCounted(parts.filter(isBooked)),
    isWaiting: parts.some(({ deposit }) => isWaitingInBlock(deposit)),
    hasVanished: parts.some(({ deposit }) => deposit.status === "vanished"),
    hasAcceptedLate,
    isReadBeyondExpiry: await isReadBeyondExpiry(tx, invoice.id),
  };
}

/** Its value stands in the books. One that vanished stays so until its reversal is agreed to. */
function isBooked({ deposit }: Part): boolean {
  return deposit.bookedInclusion !== null;
}

/** A mempool sighting promises nothing, so only a block holds a decision back. */
function isWaitingInBlock(deposit: Deposit): boolean {
  return deposit.status === "seen" && deposit.bookedInclusion === null && deposit.blockHeight !== null;
}

async function applyDecision(tx: Tx, invoice: Invoice, parts: readonly Part[], decision: Decision): Promise<void> {
  const booked = parts.filter(isBooked);
  const becomesFinal = isFinal(decision.status) && decision.status !== "cancel" && decision.status !== "fail";
  const isNew = decision.status !== invoice.status;
  const needsCredit = becomesFinal && (isNew || decision.paidHow === "late");
  const credited = needsCredit ? await creditTotals(tx, invoice, booked) : {};
  const changes = {
    paidAmount: sumCounted(booked).toFixed(),
    paidAmountUsd: usdTotal(booked),
    ...shownPayment(invoice, parts, decision),
    ...credited,
    ...(decision.paidHow === null ? {} : { paidHow: decision.paidHow }),
    ...(isNew && isFinal(decision.status) ? { reversedAt: null } : {}),
  };
  if (isNew) await transitionInvoice(tx, invoice, decision.status, changes);
  else if (!isFinal(invoice.status) || needsCredit) await updateInvoice(tx, invoice.id, changes);
}

/** Credits what is not credited yet; the totals are in the current quote's coin. */
async function creditTotals(tx: Tx, invoice: Invoice, booked: readonly Part[]) {
  const credits = await creditParts(tx, invoice, booked);
  let creditedAmount = ZERO;
  let commissionAmount = ZERO;
  for (const credit of credits) {
    const quote = booked.find((part) => part.deposit.id === credit.depositId)?.quote ?? invoice.currentQuote;
    if (quote === null) continue;
    const current: Quote = invoice.currentQuote ?? quote;
    creditedAmount = creditedAmount.plus(countAmount(credit.amount.minus(credit.commission), quote, current));
    commissionAmount = commissionAmount.plus(countAmount(credit.commission, quote, current));
  }
  return { creditedAmount: creditedAmount.toFixed(), commissionAmount: commissionAmount.toFixed() };
}

function usdTotal(booked: readonly Part[]): string {
  return booked.reduce((sum, part) => sum.plus(usdValue(part.deposit.amount, part.quote.usdRate)), ZERO).toFixed();
}

/** The transaction that the object shows: the first one seen, and once final the last one that counted. */
function shownPayment(invoice: Invoice, parts: readonly Part[], decision: Decision) {
  const present = parts.filter(({ deposit }) => deposit.status !== "vanished");
  const shown = isFinal(decision.status) ? present.at(-1) : present[0];
  if (shown) return { transactionId: shown.deposit.transactionId, fromAddress: shown.deposit.fromAddress };
  return isFinal(invoice.status) ? {} : { transactionId: null, fromAddress: null };
}
