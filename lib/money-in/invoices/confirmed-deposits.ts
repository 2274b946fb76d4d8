import type { Tx } from "@/lib/kernel/db";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { findCasesOfDeposits } from "@/lib/money-in/cases/case";
import { lockOwnerDeposits } from "@/lib/money-in/deposits/repo";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { countAmount, type MatchedDeposit, matchDeposits, sumCounted } from "@/lib/money-in/invoices/matched-deposits";
import type { StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { findInternalPayment, type InternalPayment } from "@/lib/money-in/invoices/payments-repo";
import { usdValue } from "@/lib/money-in/invoices/quote-terms";
import { listQuotes } from "@/lib/money-in/invoices/repo";

/**
 * A payment of an invoice from a personal wallet, valued like a deposit. No chain can reverse it.
 */
export type InternalPaymentPart = {
  readonly payment: InternalPayment;
  readonly quote: Quote;
  /** In the current quote's coin. */
  readonly counted: Decimal;
};

/** Everything booked for an invoice: deposits, and a payment from a personal wallet. */
export type Confirmed = { readonly matched: readonly MatchedDeposit[]; readonly internal: InternalPaymentPart | null };

/**
 * Finds an invoice's payment from a personal wallet; null for most invoices. `quotes` are the
 * invoice's.
 */
export async function findInternalPaymentPart(
  tx: Tx,
  invoice: Invoice,
  quotes: readonly Quote[],
): Promise<InternalPaymentPart | null> {
  const payment = await findInternalPayment(tx, invoice.id);
  const quote = quotes.find(({ id }) => id === payment?.quoteId);
  return payment === null || quote === undefined ? null : toInternalPaymentPart(invoice, payment, quote);
}

export function toInternalPaymentPart(invoice: Invoice, payment: InternalPayment, quote: Quote): InternalPaymentPart {
  return { payment, quote, counted: countAmount(payment.amount, quote, invoice.currentQuote ?? quote) };
}

/** Returns the booked deposits. A vanished one stays booked until its reversal is approved. */
export function bookedDeposits(matched: readonly MatchedDeposit[]): MatchedDeposit[] {
  return matched.filter(({ deposit }) => deposit.bookedInclusion !== null);
}

/** In the current quote's coin. */
export function sumConfirmed({ matched, internal }: Confirmed): Decimal {
  return sumCounted(matched).plus(internal?.counted ?? ZERO);
}

export type LockedDeposits = {
  /** Every deposit that counts, whatever its status. */
  readonly matched: readonly MatchedDeposit[];
  readonly confirmed: Confirmed;
};

/**
 * Locks an invoice's deposits until the transaction ends. The caller holds the lock on the
 * invoice's row.
 */
export async function lockMatchedDeposits(tx: Tx, invoice: Invoice): Promise<LockedDeposits> {
  const deposits = await lockOwnerDeposits(tx, { kind: "invoice", id: invoice.id });
  const quotes = await listQuotes(tx, invoice.id);
  const cases = await findCasesOfDeposits(
    tx,
    deposits.map(({ id }) => id),
  );
  const matched = matchDeposits(invoice, deposits, quotes, cases);
  return {
    matched,
    confirmed: { matched: bookedDeposits(matched), internal: await findInternalPaymentPart(tx, invoice, quotes) },
  };
}

/**
 * Returns the invoice row's totals of confirmed payments, in the current quote's coin and in
 * dollars.
 */
export function paidTotals(confirmed: Confirmed) {
  const { matched, internal } = confirmed;
  const received = matched.map(({ deposit, quote }) => usdValue(deposit.amount, quote.usdRate));
  if (internal !== null) received.push(usdValue(internal.payment.amount, internal.quote.usdRate));
  return { paidAmount: sumConfirmed(confirmed).toFixed(), paidAmountUsd: sum(received).toFixed() };
}

/**
 * Returns the credited total in the current quote's coin; null when nothing is credited, so that an
 * old total is never taken for a current one.
 */
export function creditTotals(invoice: Invoice, credits: readonly StandingCredit[], { matched, internal }: Confirmed) {
  if (credits.length === 0 && internal === null) return { creditedAmount: null, commissionAmount: null };
  let creditedAmount = ZERO;
  let commissionAmount = ZERO;
  for (const credit of internal === null ? credits : [...credits, internal.payment]) {
    const { amount, commission } = credit;
    const matchedDeposit =
      "depositId" in credit ? matched.find(({ deposit }) => deposit.id === credit.depositId) : internal;
    const quote = matchedDeposit?.quote ?? invoice.currentQuote;
    if (quote === null) continue;
    const current = invoice.currentQuote ?? quote;
    creditedAmount = creditedAmount.plus(countAmount(amount.minus(commission), quote, current));
    commissionAmount = commissionAmount.plus(countAmount(commission, quote, current));
  }
  return { creditedAmount: creditedAmount.toFixed(), commissionAmount: commissionAmount.toFixed() };
}
