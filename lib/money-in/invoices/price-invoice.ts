import { randomUUID } from "node:crypto";
import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import {
  allowedServices,
  type CoinTerms,
  coinErrors,
  coinTerms,
  discountFor,
  fixedCoin,
  isLimitError,
} from "@/lib/money-in/invoices/allowed-services";
import type { NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import { quoteTerms } from "@/lib/money-in/invoices/quote-terms";
import type { InvoiceTerms } from "@/lib/money-in/invoices/schema";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { parseSourceName, type RateSourceName } from "@/lib/pricing/rates/source-name";

/**
 * Prices a request: returns the invoice to insert, and its quote where coin and network are fixed.
 * Writes nothing and queries no node.
 * @throws AppError with the specification's text when these terms, or this merchant, cannot have a
 *   new invoice
 */
export async function priceInvoice(merchant: Merchant, asked: InvoiceTerms): Promise<NewInvoice> {
  if (merchant.arePaymentsBlocked) throw refusal("payments_blocked");
  assertCallbackAllowed(asked.urlCallback);
  const catalog = await loadCatalog();
  const terms = coinTerms(catalog, merchant, asked);
  const invoice = newInvoice(
    merchant,
    asked,
    terms,
    requestedRateSource(asked.requestedRateSource) ?? merchant.requestedRateSource,
  );
  const available = availableServices(catalog, terms);
  const coin = fixedCoin(catalog, terms);
  const [only] = available;
  if (coin !== null && terms.networkCode !== null && only !== undefined) {
    const quote = await quoteTerms(pricedInvoice(merchant, invoice, invoice.discountPercent), only);
    return { ...invoice, quote: { ...quote, id: randomUUID() } };
  }
  const discountOf = await discountFor(catalog, invoice);
  await assertSomeCoinFits(available, (service) =>
    quoteTerms(pricedInvoice(merchant, invoice, discountOf(service)), service),
  );
  return { ...invoice, quote: null };
}

function requestedRateSource(text: string | null): RateSourceName | null {
  if (text === null) return null;
  const name = parseSourceName(text);
  if (name === null) throw invalidParameter("course_source", "validation.in");
  return name;
}

/**
 * Returns the services currently available for payment; never empty. @throws AppError with the
 * reason when there are none
 */
function availableServices(catalog: Catalog, terms: CoinTerms): readonly CatalogService[] {
  const allowed = allowedServices(catalog, terms);
  if (allowed.length === 0) throw noChoiceReason(catalog, terms);
  const available = allowed.filter((service) => catalog.isAvailable(service));
  if (available.length === 0) throw coinErrors.terminalNotFound({ allowed: allowed.length });
  return available;
}

function noChoiceReason(catalog: Catalog, terms: CoinTerms): AppError {
  const isTheMerchants =
    terms.currencies === null && allowedServices(catalog, { ...terms, merchantCoins: null }).length > 0;
  if (isTheMerchants) return coinErrors.walletNotFound();
  return terms.toCurrencyCode === null ? coinErrors.serviceNotFound() : coinErrors.toCurrencyNotFound();
}

/**
 * Asserts that at least one service has a price within its limits.
 * @throws the first service's error; one about limits before one about rates, because the caller
 *   can act on it
 */
async function assertSomeCoinFits(
  services: readonly CatalogService[],
  price: (service: CatalogService) => Promise<unknown>,
): Promise<void> {
  const refusals: AppError[] = [];
  for (const service of services) {
    try {
      await price(service);
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
    }
  }
  throw refusals.find(isLimitError) ?? refusals[0];
}

type UnpricedInvoice = Omit<NewInvoice, "quote" | "requestedRateSource"> & {
  readonly requestedRateSource: RateSourceName | null;
};

function pricedInvoice(merchant: Merchant, invoice: UnpricedInvoice, discountPercent: number | null) {
  const { amount, currencyCode, toCurrencyCode, subtractPercent, requestedRateSource } = invoice;
  const { paymentCommission: merchantCommission, convertedCoins } = merchant;
  const terms = { amount, currencyCode, toCurrencyCode, subtractPercent, requestedRateSource, discountPercent };
  return { ...terms, merchantCommission, convertedCoins };
}

function newInvoice(
  merchant: Merchant,
  asked: InvoiceTerms,
  { currencyCode, toCurrencyCode, networkCode, currencies, exceptCurrencies }: CoinTerms,
  source: RateSourceName | null,
): UnpricedInvoice {
  const createdAt = new Date();
  return {
    ...asked,
    id: randomUUID(),
    merchantId: merchant.id,
    walletId: null,
    recurrenceId: null,
    currencyCode,
    toCurrencyCode,
    networkCode,
    currencies,
    exceptCurrencies,
    requestedRateSource: source,
    expiresAt: new Date(createdAt.getTime() + asked.lifetimeSeconds * 1000),
    createdAt,
  };
}
