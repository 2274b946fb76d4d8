import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { AppError } from "@/lib/errors";
import { allowedServices } from "@/lib/invoices/allowed-services";
import { discountFor } from "@/lib/invoices/discount-for";
import { type PayInvoiceRow, type PayMerchantRow, toCoinChoices } from "@/lib/invoices/pay-repo";
import type { PayChoice } from "@/lib/invoices/pay-view";
import { type PricedInvoice, quoteTerms } from "@/lib/invoices/quote-terms";
import { type Decimal, decimal } from "@/lib/money/decimal";
import { parseSourceName } from "@/lib/rates/source-name";

/**
 * What the payer may choose among at this moment: allowed by invoice and merchant, with a node that works, a fresh price, and an
 * amount within the service's limits. Empty for a closed invoice.
 */
export async function listPayChoices(
  catalog: Catalog,
  invoice: PayInvoiceRow,
  merchant: PayMerchantRow,
): Promise<readonly PayChoice[]> {
  if (invoice.status !== "check") return [];
  const current = invoice.quotes.find((quote) => quote.id === invoice.currentQuoteId);
  const terms = {
    ...invoice,
    currencies: toCoinChoices(invoice.currencies),
    exceptCurrencies: toCoinChoices(invoice.exceptCurrencies),
    merchantCoins: toCoinChoices(merchant.acceptedCoins),
  };
  const services = allowedServices(catalog, terms).filter((service) => catalog.isAvailable(service));
  const discountOf = await discountFor(catalog, invoice);
  const amounts = await Promise.all(
    services.map((service) => findPayerAmount(pricedInvoice(invoice, merchant, discountOf(service)), service)),
  );
  return services.flatMap((service, index) => {
    const amount = amounts[index] ?? null;
    const isCurrent = current?.currencyCode === service.currency.code && current.networkCode === service.network.code;
    if (amount === null) return [];
    return [{ ...toPayChoice(service, amount), discountPercent: discountOf(service), isCurrent }];
  });
}

function pricedInvoice(
  invoice: PayInvoiceRow,
  merchant: PayMerchantRow,
  discountPercent: number | null,
): PricedInvoice {
  return {
    amount: decimal(invoice.amount),
    currencyCode: invoice.currencyCode,
    toCurrencyCode: invoice.toCurrencyCode,
    discountPercent,
    subtractPercent: invoice.subtractPercent,
    courseSource: invoice.courseSource === null ? null : parseSourceName(invoice.courseSource),
    merchantCommission: merchant.paymentCommission === null ? null : decimal(merchant.paymentCommission),
    // What becomes of the money is no matter of the payer's.
    convertedCoins: [],
  };
}

/** Null where no price is to be had or the amount is outside the limits: the service is not offered then. */
async function findPayerAmount(invoice: PricedInvoice, service: CatalogService): Promise<Decimal | null> {
  try {
    return (await quoteTerms(invoice, service)).payerAmount;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function toPayChoice(service: CatalogService, payerAmount: Decimal): Omit<PayChoice, "discountPercent" | "isCurrent"> {
  const { currency, network } = service;
  return {
    currency: currency.code,
    currencyName: currency.name,
    networkCode: network.code,
    networkName: network.name,
    tokenStandard: service.contract === null ? null : network.tokenStandard,
    payerAmount,
    secondsToFinal: network.confirmations * network.blockSeconds,
  };
}
