import { ZERO } from "@/lib/kernel/money/decimal";
import { sum } from "@/lib/kernel/money/sum";
import { type Confirmed, sumConfirmed } from "@/lib/money-in/invoices/confirmed-parts";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { countAmount } from "@/lib/money-in/invoices/parts";
import { usdValue } from "@/lib/money-in/invoices/quote-terms";

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
