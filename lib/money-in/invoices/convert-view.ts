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
 * Returns the conversion of a payment that the merchant has converted: before any credit the
 * expected result at the quote's rate, afterwards the actual result of all its parts' conversions.
 * Null where there is no conversion, also where a credit could not be converted, since
 * `merchant_amount` in payer_currency is then what the merchant has.
 *
 * `rate` includes the gateway's spread, so that amount = merchant_amount x rate; `commission` is
 * the amount of the spread. An invoice without credits needs no query.
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
