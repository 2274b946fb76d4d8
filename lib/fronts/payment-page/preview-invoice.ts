import { listPayChoices, type PayChoices } from "@/lib/fronts/payment-page/pay-choices";
import { toPayNetwork } from "@/lib/fronts/payment-page/pay-core";
import type { PayChoice, PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import { UNTOUCHED } from "@/lib/fronts/payment-page/sample-pay-view";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import { toInvoiceFormError, toTerms } from "@/lib/money-in/invoices/create-from-form";
import type { NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import type { InvoicePreviewInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { MerchantSettingsView } from "@/lib/people/merchants/schema";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { findPayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

/** For a quote that is not stored: a valid uuid that belongs to nothing. */
const NO_ID = "00000000-0000-4000-8000-000000000000";
/** Placeholder if an order id would be generated. */
const NO_ORDER_ID = "inv-preview";
/** Valid on no network: a screenshot of the preview must not misdirect money. */
export const NO_ADDRESS = "PREVIEW-WITHOUT-AN-ADDRESS-NOTHING-CAN-BE-SENT";

/**
 * Returns the payment page as the payer of such an invoice would first see it, at current prices.
 * Stores nothing, takes no address and queries no node.
 * @throws AppError as creating it would, with the form's own field names
 */
export async function previewInvoice(merchantId: string, form: InvoicePreviewInput): Promise<PayView> {
  const [merchant, shop, brand, catalog] = await Promise.all([
    getMerchant(merchantId),
    getMerchantSettings(merchantId),
    findBrand(merchantId),
    loadCatalog(),
  ]);
  const invoice = await priced(merchant, form);
  const offered = await listPayChoices(
    catalog,
    { ...invoice, status: "check", currentQuoteId: null, quotes: [] },
    merchant,
  );
  const quote = quoteOf(catalog, invoice, offered);
  const exchange = quote && (await findPayExchange(catalog, quote.currency, quote.network.code));
  const choices = offered.choices.map((choice) => ({ ...choice, isCurrent: isOf(quote, choice) }));
  return { ...toView(invoice, { shop, brand, catalog }), ...offered, choices, ...quoteFacts(quote), exchange };
}

async function priced(merchant: Merchant, { language: _language, ...form }: InvoicePreviewInput): Promise<NewInvoice> {
  try {
    const whole = { ...form, urlCallback: null, additionalData: null, payerEmail: null, referralCode: null };
    return await priceInvoice(merchant, toTerms(whole, form.orderId ?? NO_ORDER_ID));
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}

/**
 * Returns the quote of its creation; otherwise that of the only available coin, which is chosen
 * when the page is opened.
 */
function quoteOf(catalog: Catalog, invoice: NewInvoice, { choices, unavailable }: PayChoices): PayQuote | null {
  if (invoice.quote !== null) return toQuote(invoice.quote.service, invoice.quote);
  const [only, second] = choices;
  if (only === undefined || second !== undefined || unavailable.length > 0) return null;
  const service = catalog.service(only.currency, only.networkCode);
  return service && toQuote(service, only);
}

function isOf(quote: PayQuote | null, choice: PayChoice): boolean {
  return quote !== null && quote.currency === choice.currency && quote.network.code === choice.networkCode;
}

type Price = { readonly payerAmount: Decimal; readonly discountPercent: number | null };

function toQuote(service: CatalogService, { payerAmount, discountPercent }: Price): PayQuote {
  return {
    id: NO_ID,
    currency: service.currency.code,
    currencyName: service.currency.name,
    network: toPayNetwork(service.network),
    address: NO_ADDRESS,
    payerAmount,
    discountPercent,
    payableDecimals: service.payableDecimals,
    decimals: service.decimals,
    contract: service.contract,
  };
}

function quoteFacts(quote: PayQuote | null): Pick<PayView, "quote" | "quoteCount" | "mayRequote" | "changesLeft"> {
  const quoteCount = quote === null ? 0 : 1;
  return { quote, quoteCount, mayRequote: true, changesLeft: QUOTES_MAX - quoteCount };
}

type Surroundings = {
  readonly shop: MerchantSettingsView;
  readonly brand: BrandView;
  readonly catalog: Catalog;
};

type OfInvoice = Omit<PayView, "choices" | "unavailable" | "exchange" | keyof ReturnType<typeof quoteFacts>>;

function toView(invoice: NewInvoice, { shop, brand, catalog }: Surroundings): OfInvoice {
  const { name: merchantName, latePolicy, lateDriftPercent } = shop;
  return {
    ...UNTOUCHED,
    orderId: invoice.orderId,
    amount: invoice.amount,
    currency: invoice.currencyCode,
    isFiat: catalog.currency(invoice.currencyCode)?.kind === "fiat",
    isPaymentMultiple: invoice.isPaymentMultiple,
    accuracyPercent: invoice.accuracyPercent,
    urlReturn: invoice.urlReturn,
    urlSuccess: invoice.urlSuccess,
    createdAt: invoice.createdAt,
    lifetimeSeconds: invoice.lifetimeSeconds,
    expiresAt: invoice.expiresAt,
    merchantName,
    supportContact: shop.supportContact === "" ? null : shop.supportContact,
    latePolicy,
    lateDriftPercent,
    brand,
  };
}
