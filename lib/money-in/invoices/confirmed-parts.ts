import type { Tx } from "@/lib/kernel/db";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { findCasesOfDeposits } from "@/lib/money-in/cases/case";
import { lockOwnerDeposits } from "@/lib/money-in/deposits/repo";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import type { StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { chunk, countAmount, type Part, sumCounted } from "@/lib/money-in/invoices/parts";
import { findInternalPayment, type InternalPayment } from "@/lib/money-in/invoices/payments-repo";
import { usdValue } from "@/lib/money-in/invoices/quote-terms";
import { listQuotes } from "@/lib/money-in/invoices/repo";

/** What a personal wallet paid of an invoice, weighed as a deposit is. No chain can take it back. */
export type InsidePart = {
  readonly payment: InternalPayment;
  readonly quote: Quote;
  /** In the current quote's coin. */
  readonly counted: Decimal;
};

/** All that stands in the books for an invoice: booked deposits, and what came out of a personal wallet. */
export type Confirmed = { readonly parts: readonly Part[]; readonly inside: InsidePart | null };

/** The part of an invoice that came out of a personal wallet; null for most. `quotes` are the invoice's. */
export async function findInsidePart(tx: Tx, invoice: Invoice, quotes: readonly Quote[]): Promise<InsidePart | null> {
  const payment = await findInternalPayment(tx, invoice.id);
  const quote = quotes.find(({ id }) => id === payment?.quoteId);
  return payment === null || quote === undefined ? null : toInsidePart(invoice, payment, quote);
}

export function toInsidePart(invoice: Invoice, payment: InternalPayment, quote: Quote): InsidePart {
  return { payment, quote, counted: countAmount(payment.amount, quote, invoice.currentQuote ?? quote) };
}

/** Deposits whose value stands in the books. One that vanished stays so until its reversal is agreed to. */
export function bookedParts(parts: readonly Part[]): Part[] {
  return parts.filter(({ deposit }) => deposit.bookedInclusion !== null);
}

/** In the current quote's coin. */
export function sumConfirmed({ parts, inside }: Confirmed): Decimal {
  return sumCounted(parts).plus(inside?.counted ?? ZERO);
}

export type LockedParts = {
  /** Every deposit that counts, whatever has become of it. */
  readonly parts: readonly Part[];
  readonly confirmed: Confirmed;
};

/** What came for an invoice, locked until the transaction ends. The caller holds the invoice's row. */
export async function lockParts(tx: Tx, invoice: Invoice): Promise<LockedParts> {
  const deposits = await lockOwnerDeposits(tx, "invoice", invoice.id);
  const quotes = await listQuotes(tx, invoice.id);
  const cases = await findCasesOfDeposits(
    tx,
    deposits.map(({ id }) => id),
  );
  const parts = chunk(invoice, deposits, quotes, cases);
  return { parts, confirmed: { parts: bookedParts(parts), inside: await findInsidePart(tx, invoice, quotes) } };
}

/** What the invoice's row says of what stands confirmed, in the current quote's coin and in dollars. */
export function paidTotals(confirmed: Confirmed) {
  const { parts, inside } = confirmed;
  const received = parts.map(({ deposit, quote }) => usdValue(deposit.amount, quote.usdRate));
  if (inside !== null) received.push(usdValue(inside.payment.amount, inside.quote.usdRate));
  return { paidAmount: sumConfirmed(confirmed).toFixed(), paidAmountUsd: sum(received).toFixed() };
}

/** What stands credited, in the current quote's coin; null when nothing does, so that nobody takes an old sum for a standing one. */
export function creditTotals(invoice: Invoice, credits: readonly StandingCredit[], { parts, inside }: Confirmed) {
  if (credits.length === 0 && inside === null) return { creditedAmount: null, commissionAmount: null };
  let creditedAmount = ZERO;
  let commissionAmount = ZERO;
  for (const credit of inside === null ? credits : [...credits, inside.payment]) {
    const { amount, commission } = credit;
    const part = "depositId" in credit ? parts.find(({ deposit }) => deposit.id === credit.depositId) : inside;
    const quote = part?.quote ?? invoice.currentQuote;
    if (quote === null) continue;
    const current = invoice.currentQuote ?? quote;
    creditedAmount = creditedAmount.plus(countAmount(amount.minus(commission), quote, current));
    commissionAmount = commissionAmount.plus(countAmount(commission, quote, current));
  }
  return { creditedAmount: creditedAmount.toFixed(), commissionAmount: commissionAmount.toFixed() };
}
