import { orderChoices } from "@/lib/fronts/payment-page/find-choices";
import { type PayInvoiceRow, toCoinChoices } from "@/lib/fronts/payment-page/pay-repo";
import type { PayChoice, PayNetworkFee, PayService, PayUnavailable } from "@/lib/fronts/payment-page/pay-view";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, type DecimalLike, type DecimalOperand, decimal } from "@/lib/kernel/money/decimal";
import { isRefusedFor } from "@/lib/kernel/refusals";
import type { findServiceDiscounts } from "@/lib/money-in/discounts/discounts";
import { allowedServices, discountFor, isLimitError } from "@/lib/money-in/invoices/allowed-services";
import { type PricedInvoice, quoteTerms } from "@/lib/money-in/invoices/quote-terms";
import type { CoinLimit } from "@/lib/people/merchants/merchant";
import { isOfThisInstallation } from "@/lib/pricing/catalog/availability";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { readExchangeTerms } from "@/lib/pricing/exchange-terms/set-exchange-terms";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { parseSourceName } from "@/lib/pricing/rates/source-name";
import { readTypicalFees } from "@/lib/sending/fees/fee-estimate";

export type PayChoices = {
  readonly choices: readonly PayChoice[];
  readonly unavailable: readonly PayUnavailable[];
};

/** The fields of an existing or hypothetical invoice that determine its choices. */
export type ChoosableInvoice = Pick<
  PayInvoiceRow,
  | "merchantId"
  | "status"
  | "currencyCode"
  | "toCurrencyCode"
  | "networkCode"
  | "subtractPercent"
  | "discountPercent"
  | "requestedRateSource"
  | "currentQuoteId"
> & {
  readonly amount: DecimalOperand | DecimalLike;
  readonly currencies: unknown;
  readonly exceptCurrencies: unknown;
  readonly quotes: readonly Pick<PayInvoiceRow["quotes"][number], "id" | "currencyCode" | "networkCode">[];
};

/** The fields of its merchant that determine them. */
export type ChoosingMerchant = {
  readonly acceptedCoins: unknown;
  readonly coinLimits: readonly CoinLimit[];
  /** As a fraction of 1, if it differs from the services' own. */
  readonly paymentCommission: DecimalOperand | DecimalLike | null;
};

export const NO_CHOICES: PayChoices = { choices: [], unavailable: [] };

/**
 * Returns the payer's current choices: allowed by invoice and merchant, with a working node, a
 * fresh price, and an amount within the service's limits; also those that fail one of these
 * conditions, with the reason. Empty for a closed invoice that the payer may not renew. Queries no
 * node.
 */
export async function listPayChoices(
  catalog: Catalog,
  invoice: ChoosableInvoice,
  merchant: ChoosingMerchant,
  isRenewable = false,
): Promise<PayChoices> {
  if (invoice.status !== "check" && !isRenewable) return NO_CHOICES;
  const isFiat = catalog.currency(invoice.currencyCode)?.kind === "fiat";
  const [discountOf, feeOf, termsOf] = await Promise.all([
    discountFor(catalog, invoice),
    readNetworkFees(isFiat ? invoice.currencyCode : "USD"),
    readExchangeTerms(),
  ]);
  const services = offeredServices(catalog, invoice, merchant);
  const current = invoice.quotes.find((quote) => quote.id === invoice.currentQuoteId);
  const judged = await Promise.all(
    services.map(async (service): Promise<Judged> => {
      const discountPercent = discountOf(service);
      const found = await judge(catalog, pricedInvoice(invoice, merchant, discountPercent), service);
      if ("reason" in found) return { unavailable: { ...toPayService(service), ...found } };
      const { code } = service.network;
      return {
        choice: {
          ...toPayService(service),
          discountPercent,
          payerAmount: found.payerAmount,
          secondsToFinal: service.network.confirmations * service.network.blockSeconds,
          isCurrent: current?.currencyCode === service.currency.code && current.networkCode === code,
          networkFee: await feeOf(service),
          exchange: termsOf({ currencyCode: service.currency.code, networkCode: code }),
        },
      };
    }),
  );
  return {
    choices: orderChoices(judged.flatMap((entry) => ("choice" in entry ? [entry.choice] : []))),
    unavailable: judged.flatMap((entry) => ("unavailable" in entry ? [entry.unavailable] : [])),
  };
}

/**
 * Whether `listPayChoices` returns any choice for an invoice that is not renewable. Prices services
 * until the first that can be chosen.
 */
export async function hasPayChoice(
  catalog: Catalog,
  invoice: ChoosableInvoice,
  merchant: ChoosingMerchant,
  findDiscounts: typeof findServiceDiscounts,
): Promise<boolean> {
  if (invoice.status !== "check") return false;
  const discountOf = await discountFor(catalog, invoice, findDiscounts);
  for (const service of offeredServices(catalog, invoice, merchant)) {
    const found = await judge(catalog, pricedInvoice(invoice, merchant, discountOf(service)), service);
    if (!("reason" in found)) return true;
  }
  return false;
}

function offeredServices(catalog: Catalog, invoice: ChoosableInvoice, merchant: ChoosingMerchant) {
  return allowedServices(catalog, {
    ...invoice,
    currencies: toCoinChoices(invoice.currencies),
    exceptCurrencies: toCoinChoices(invoice.exceptCurrencies),
    merchantCoins: toCoinChoices(merchant.acceptedCoins),
    merchantLimits: merchant.coinLimits,
  }).filter(isOfThisInstallation);
}

type Judged = { readonly choice: PayChoice } | { readonly unavailable: PayUnavailable };

type Verdict = { readonly payerAmount: Decimal } | Pick<PayUnavailable, "reason" | "limit">;

async function judge(catalog: Catalog, invoice: PricedInvoice, service: CatalogService): Promise<Verdict> {
  if (!catalog.isAvailable(service)) return { reason: "network", limit: null };
  try {
    return { payerAmount: (await quoteTerms(invoice, service)).payerAmount };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isLimitError(error)) return { reason: "price", limit: null };
    return isRefusedFor(error, "below_minimum")
      ? { reason: "minimum", limit: service.paymentMin }
      : { reason: "maximum", limit: service.paymentMax };
  }
}

function pricedInvoice(
  invoice: ChoosableInvoice,
  merchant: ChoosingMerchant,
  discountPercent: number | null,
): PricedInvoice {
  return {
    amount: decimal(invoice.amount),
    currencyCode: invoice.currencyCode,
    toCurrencyCode: invoice.toCurrencyCode,
    discountPercent,
    subtractPercent: invoice.subtractPercent,
    requestedRateSource: invoice.requestedRateSource === null ? null : parseSourceName(invoice.requestedRateSource),
    merchantCommission: merchant.paymentCommission === null ? null : decimal(merchant.paymentCommission),
    // Conversion of received money does not concern the payer.
    convertedCoins: [],
  };
}

function toPayService({ currency, network, contract }: CatalogService): PayService {
  return {
    currency: currency.code,
    currencyName: currency.name,
    networkCode: network.code,
    networkName: network.name,
    tokenStandard: contract === null ? null : network.tokenStandard,
  };
}

/** Returns what a network charges the sender of a payment; null while unknown. */
type NetworkFeeOf = (service: CatalogService) => Promise<PayNetworkFee | null>;

/** Returns the current fees with their value in a currency. Queries no node. */
async function readNetworkFees(worthCurrency: string): Promise<NetworkFeeOf> {
  const feeOf = await readTypicalFees();
  return async (service) => {
    const amount = feeOf(service);
    if (amount === null) return null;
    const currency = service.network.nativeCurrency;
    const found = await findFreshRate({ from: currency, to: worthCurrency });
    return { amount, currency, worth: found === null ? null : amount.times(found.rate), worthCurrency };
  };
}
