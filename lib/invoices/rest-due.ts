import { AppError } from "@/lib/errors";
import { type Confirmed, sumConfirmed } from "@/lib/invoices/confirmed-parts";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import type { Part } from "@/lib/invoices/parts";
import { isOpen } from "@/lib/invoices/status";
import { type Decimal, ZERO } from "@/lib/money/decimal";

export type RestDue = { readonly quote: Quote; readonly amount: Decimal };

/**
 * What is left to pay of an invoice at this moment: the current quote's amount less what stands confirmed, to the last digit. Pure.
 * @throws AppError where it cannot be said, or nothing may be paid: no coin, closed, over, or a payment whose outcome is not known yet
 */
export function restDue(invoice: Invoice, parts: readonly Part[], confirmed: Confirmed, now: Date): RestDue {
  const { status, currentQuote, expiresAt } = invoice;
  if (status === "locked") throw refusal("This payment is being checked, so nothing more can be paid.");
  if (!isOpen(status)) throw refusal("This payment is closed.");
  if (status === "process" || parts.some(isUnsettled)) throw refusal("A payment is on its way already.");
  if (currentQuote === null) throw refusal("Choose a coin first.");
  if (now >= expiresAt || now >= currentQuote.validUntil) throw refusal("The time for this payment is up.");
  const amount = currentQuote.payerAmount.minus(sumConfirmed(confirmed));
  if (!amount.gt(ZERO)) throw refusal("Nothing is left to pay.");
  return { quote: currentQuote, amount };
}

/** Seen and not confirmed, or gone from its chain while its value still stands in the books. */
function isUnsettled({ deposit }: Part): boolean {
  return deposit.status === "seen" || (deposit.status === "vanished" && deposit.bookedInclusion !== null);
}

/** In words for the payer. Whatever was refused, nothing was taken. */
export function refusal(reason: string): AppError {
  return new AppError("refused", `${reason} Nothing was taken from your balance.`);
}
