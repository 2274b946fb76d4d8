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
 * What a personal wallet paid of an invoice, weighed as a deposit is. No chain can take it back.
 */
export type InternalPaymentPart = {
  readonly payment: InternalPayment;
  readonly quote: Quote;
  /** In the current quote's coin. */
  readonly counted: Decimal;
};

/**
 * All that stands in the books for an invoice: booked deposits, and what came out of a personal
 * wallet.
 */
export type Confirmed = { readonly matched: readonly MatchedDeposit[]; readonly internal: InternalPaymentPart | null };

/**
 * What a personal wallet of the gateway paid of an invoice; null for most. `quotes` are the
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

/**
 * Deposits whose value stands in the books. One that vanished stays so until its reversal is agreed
 * to.
 */
export function bookedDeposits(matched: readonly MatchedDeposit[]): MatchedDeposit[] {
  return matched.filter(({ deposit }) => deposit.bookedInclusion !== null);
}

/** In the current quote's coin. */
export function sumConfirmed({ matched, internal }: Confirmed): Decimal {
  return sumCounted(matched).plus(internal?.counted ?? ZERO);
}

export type LockedDeposits = {
  /** Every deposit that counts, whatever has become of it. */
  readonly matched: readonly MatchedDeposit[];
  readonly confirmed: Confirmed;
};

/**
 * What came for an invoice, locked until the transaction ends. The caller holds the invoice's row.
 */
export async function lockMatchedDeposits(tx: Tx, invoice: Invoice): Promise<LockedDeposits> {
  const deposits = await lockOwnerDeposits(tx, "invoice", invoice.id);
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
 * What the invoice's row says of what stands confirmed, in the current quote's coin and in dollars.
 */
export function paidTotals(confirmed: Confirmed) {
  const { matched, internal } = confirmed;
  const received = matched.map(({ deposit, quote }) => usdValue(deposit.amount, quote.usdRate));
  if (internal !== null) received.push(usdValue(internal.payment.amount, internal.quote.usdRate));
  return { paidAmount: sumConfirmed(confirmed).toFixed(), paidAmountUsd: sum(received).toFixed() };
}

/**
 * What stands credited, in the current quote's coin; null when nothing does, so that nobody takes
 * an old sum for a standing one.
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
