import type { NewInvoice } from "@/lib/invoices/insert-invoice-repo";
import { priceInvoice } from "@/lib/invoices/price-invoice";
import { createInvoiceInput } from "@/lib/invoices/schema";
import type { Merchant } from "@/lib/merchants/merchant";
import type { Decimal } from "@/lib/money/decimal";
import { orderIdOf, type Recurrence } from "@/lib/recurrences/recurrence";

/** The longest that an invoice may have: a price that holds for days would be a gift to the payer. */
const LIFETIME_SECONDS = "43200";

type Terms = Pick<
  Recurrence,
  "id" | "orderId" | "currencyCode" | "toCurrencyCode" | "urlCallback" | "additionalData" | "payerEmail"
>;

/**
 * The invoice of a period at the prices of this moment, by the rules of any invoice. Writes nothing and asks no node.
 * @throws AppError with the specification's text when the merchant cannot have such an invoice now
 */
export async function pricePeriod(merchant: Merchant, plan: Terms, amount: Decimal): Promise<NewInvoice> {
  const asked = { amount: amount.toFixed(), currency: plan.currencyCode, order_id: orderIdOf(plan) };
  return await priceInvoice(merchant, {
    ...createInvoiceInput.parse({ ...asked, lifetime: LIFETIME_SECONDS }),
    to_currency: plan.toCurrencyCode,
    url_callback: plan.urlCallback,
    additional_data: plan.additionalData,
    payer_email: plan.payerEmail,
  });
}
