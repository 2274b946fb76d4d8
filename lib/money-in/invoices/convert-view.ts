import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { type Decimal, decimal, sum } from "@/lib/kernel/money/decimal";
import { formatRate, formatWebhookAmount } from "@/lib/kernel/money/format";
import { type Conversion, convertedAmounts, rateAfterSpread } from "@/lib/money-in/conversions/conversion";
import { listStandingConversions } from "@/lib/money-in/conversions/repo";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { ConvertView } from "@/lib/money-in/invoices/schema";
import { expectedAmounts } from "@/lib/money-in/invoices/wire-view";

/**
 * What becomes of a payment that the merchant has converted: before anything is credited what is
 * expected at the quote's rate, and afterwards what the conversions of its parts really gave,
 * together. Null where there is no conversion: also where the credit had to stay as it came, since
 * then `merchant_amount` in payer_currency is what the merchant has.
 *
 * `rate` has the gateway's spread in it, so that amount = merchant_amount x rate; `commission` is
 * what the spread comes to. An invoice to which nothing was credited asks nothing of the database.
 */
export async function loadConvertView(invoice: Invoice, db: Tx = database()): Promise<ConvertView | null> {
  if (invoice.creditedAmount === null) return expectedView(invoice);
  return realView(await listStandingConversions(db, invoice.id));
}

function expectedView(invoice: Invoice): ConvertView | null {
  const quote = invoice.currentQuote;
  const expected = expectedAmounts(invoice);
  if (expected === null || quote?.convertToCode == null || quote.convertRate === null) return null;
  const spread = decimal(env().CONVERSION_SPREAD_PERCENT);
  const { toAmount, fee } = convertedAmounts(expected.merchantAmount, quote.convertRate, spread);
  return toView(quote.convertToCode, { toAmount, fee, rate: rateAfterSpread(quote.convertRate, spread) });
}

function realView(conversions: readonly Conversion[]): ConvertView | null {
  const [first] = conversions;
  if (first === undefined) return null;
  const toAmount = sum(conversions.map((conversion) => conversion.toAmount));
  const rate = toAmount.dividedBy(sum(conversions.map((conversion) => conversion.fromAmount)));
  return toView(first.toCode, { toAmount, fee: sum(conversions.map((conversion) => conversion.fee)), rate });
}

function toView(
  toCode: string,
  { toAmount, fee, rate }: { readonly toAmount: Decimal; readonly fee: Decimal; readonly rate: Decimal },
): ConvertView {
  return {
    to_currency: toCode,
    commission: formatWebhookAmount(fee),
    rate: formatRate(rate),
    amount: formatWebhookAmount(toAmount),
  };
}
