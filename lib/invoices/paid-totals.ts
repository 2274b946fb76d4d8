import type { StandingCredit } from "@/lib/invoices/credits-repo";
import type { Invoice } from "@/lib/invoices/invoice";
import { countAmount, type Part, sumCounted } from "@/lib/invoices/parts";
import { usdValue } from "@/lib/invoices/quote-terms";
import { ZERO } from "@/lib/money/decimal";

/** What the invoice's row says of its confirmed parts, in the current quote's coin and in dollars. */
export function paidTotals(booked: readonly Part[]) {
  const usd = booked.reduce((sum, part) => sum.plus(usdValue(part.deposit.amount, part.quote.usdRate)), ZERO);
  return { paidAmount: sumCounted(booked).toFixed(), paidAmountUsd: usd.toFixed() };
}

/** What stands credited, in the current quote's coin; null when nothing does, so that nobody takes an old sum for a standing one. */
export function creditTotals(invoice: Invoice, credits: readonly StandingCredit[], booked: readonly Part[]) {
  if (credits.length === 0) return { creditedAmount: null, commissionAmount: null };
  let creditedAmount = ZERO;
  let commissionAmount = ZERO;
  for (const credit of credits) {
    const quote = booked.find((part) => part.deposit.id === credit.depositId)?.quote ?? invoice.currentQuote;
    if (quote === null) continue;
    const current = invoice.currentQuote ?? quote;
    creditedAmount = creditedAmount.plus(countAmount(credit.amount.minus(credit.commission), quote, current));
    commissionAmount = commissionAmount.plus(countAmount(credit.commission, quote, current));
  }
  return { creditedAmount: creditedAmount.toFixed(), commissionAmount: commissionAmount.toFixed() };
}
