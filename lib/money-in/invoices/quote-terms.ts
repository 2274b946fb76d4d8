import { type Decimal, HUNDRED, ONE } from "@/lib/kernel/money/decimal";
import { expectedConversion } from "@/lib/money-in/conversions/conversion";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { priceOf } from "@/lib/money-in/invoices/payer-amount";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type FoundRate, findRate } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

/** The data that an invoice's price depends on. */
export type PricedInvoice = {
  readonly amount: Decimal;
  readonly currencyCode: string;
  /** Set when the merchant requested a conversion into this coin. */
  readonly toCurrencyCode: string | null;
  /** -99..100 for the service being priced; null for none. */
  readonly discountPercent: number | null;
  readonly subtractPercent: number;
  readonly requestedRateSource: RateSourceName | null;
  /** Codes of the coins that the merchant converts. */
  readonly convertedCoins: readonly string[];
  /** As a fraction; set where the merchant's commission differs from the service's. */
  readonly merchantCommission: Decimal | null;
};

/** A price in one coin on one network, without an address yet. */
export type QuoteTerms = {
  readonly service: CatalogService;
  readonly payerAmount: Decimal;
  readonly baseAmount: Decimal;
  readonly discount: Decimal;
  readonly discountPercent: number | null;
  readonly convertToCode: string | null;
  readonly convertRate: Decimal | null;
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
  readonly usdRate: Decimal;
  readonly commissionRate: Decimal;
  readonly commissionFixed: Decimal;
};

/** Scale of the rate's column. */
const RATE_DECIMALS = 30;
const USD_DECIMALS = 18;
const HALF_EVEN = 6;

/**
 * Prices an invoice in a service's coin at the current rate. Queries no node.
 * @throws AppError `below_minimum`, `above_maximum`; `price_unavailable` when no rate may be quoted
 *   now, `convert_failed` when the coin to convert to has no rate at all
 */
export async function quoteTerms(invoice: PricedInvoice, service: CatalogService): Promise<QuoteTerms> {
  const coin = service.currency.code;
  const [found, usd, conversion] = await Promise.all([
    freshRate(invoice, invoice.currencyCode, coin),
    freshRate(invoice, coin, "USD"),
    expectedConversion(invoice, coin),
  ]);
  const rate = found.rate.toDecimalPlaces(RATE_DECIMALS, HALF_EVEN);
  const commissionRate = invoice.merchantCommission ?? service.paymentFeePercent.dividedBy(HUNDRED);
  const price = priceOf({
    amount: invoice.amount,
    rate,
    discountPercent: invoice.discountPercent,
    subtractPercent: invoice.subtractPercent,
    commissionRate,
    payableDecimals: service.payableDecimals,
  });
  assertWithinLimits(price.payerAmount, service);
  return {
    service,
    ...price,
    discountPercent: invoice.discountPercent,
    convertToCode: conversion?.toCode ?? null,
    convertRate: conversion?.rate ?? null,
    rate,
    rateSource: found.source,
    rateAt: found.observedAt,
    usdRate: usd.rate.toDecimalPlaces(USD_DECIMALS, HALF_EVEN),
    commissionRate,
    commissionFixed: service.paymentFeeFixed,
  };
}

/** A zero amount is below every minimum, whatever the service's limit. */
function assertWithinLimits(payerAmount: Decimal, service: CatalogService): void {
  const code = service.currency.code;
  if (payerAmount.lt(service.paymentMin) || !payerAmount.gt("0"))
    throw coinErrors.belowMinimum(service.paymentMin, code);
  if (payerAmount.gt(service.paymentMax)) throw coinErrors.aboveMaximum(service.paymentMax, code);
}

async function freshRate(invoice: PricedInvoice, from: string, to: string): Promise<FoundRate> {
  if (from === to) return { rate: ONE, source: "same currency", observedAt: new Date() };
  try {
    return await findRate({ from, to, source: invoice.requestedRateSource });
  } catch (error) {
    const isForEver = error instanceof StaleRateError && !error.isKnown;
    throw isForEver && invoice.toCurrencyCode !== null
      ? coinErrors.convertFailed(error)
      : coinErrors.gatewayError(error);
  }
}

/** Converts to dollars at a quote's rate; for reports, never for crediting. */
export function usdValue(amount: Decimal, usdRate: Decimal): Decimal {
  return amount.times(usdRate).toDecimalPlaces(USD_DECIMALS, HALF_EVEN);
}
