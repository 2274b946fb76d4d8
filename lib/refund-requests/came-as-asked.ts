import type { Tx } from "@/lib/db";
import { findInsidePart } from "@/lib/invoices/confirmed-parts";
import { listStandingCredits } from "@/lib/invoices/credits-repo";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import { quoteOf } from "@/lib/invoices/parts";
import { listQuotes } from "@/lib/invoices/repo";
import { findDeposits } from "@/lib/refunds/repo";

/**
 * Whether all that stands credited for a payment came in the coin that a refund is sent in, and counts one for one. What came for an
 * earlier price, above all in another coin, was weighed by the rates of then: sent back in today's coin it would be an exchange at a
 * rate that the payer has chosen afterwards. That is for the shop to decide.
 */
export async function cameAsAsked(tx: Tx, invoice: Invoice): Promise<boolean> {
  const { currentQuote: current } = invoice;
  if (current === null) return false;
  const [quotes, credits] = [await listQuotes(tx, invoice.id), await listStandingCredits(tx, invoice.id)];
  const deposits = await findDeposits(
    tx,
    credits.map(({ depositId }) => depositId),
  );
  const inside = await findInsidePart(tx, invoice, quotes);
  const counted = deposits.map((deposit) => quoteOf(deposit, quotes));
  return [...counted, ...(inside === null ? [] : [inside.quote])].every((quote) => isEqual(quote, current));
}

function isEqual(quote: Quote | null, { currencyCode, networkCode, payerAmount }: Quote): boolean {
  return (
    quote !== null &&
    quote.currencyCode === currencyCode &&
    quote.networkCode === networkCode &&
    quote.payerAmount.eq(payerAmount)
  );
}
