import { invalidParameter } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import { CONVERTED_TO } from "@/lib/money-in/conversions/conversion";
import { coveredCost, priceFee } from "@/lib/money-out/payouts/payout-amounts";
import type { CatalogCurrency, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { feeKey, findFeeEstimate } from "@/lib/sending/fees/fee-estimate";
import { appliedPriority, type FeePriority } from "@/lib/sending/fees/fee-priority";
import { type FeeQuote, findValidQuote, insertQuoteOnce } from "@/lib/sending/fees/fee-quotes-repo";

/** How long a calculated fee remains valid for the payout that follows. */
const QUOTE_MS = 60_000;

/**
 * Returns the fee of a payout by this service: the configured fixed fee, or the chain's estimate
 * plus a margin if that is higher, plus the configured percentage. Requests within 60 seconds get
 * the same quote.
 *
 * @throws AppError `terminal_not_found` when the estimate cannot be converted to the coin: a guess
 *   could cost the gateway more
 */
export async function quoteFee(service: CatalogService, asked: FeePriority, now: Date = new Date()): Promise<FeeQuote> {
  const priority = appliedPriority(service.network, asked);
  const key = feeKey(service, priority);
  const valid = await findValidQuote(key, now);
  if (valid !== null) return valid;
  const estimate = await findFeeEstimate(service, priority, now);
  const quote = {
    fixed: await priceFee(service, estimate),
    percent: service.payoutFeePercent,
    estimate: await coveredCost(service, estimate),
    validUntil: new Date(now.getTime() + QUOTE_MS),
  };
  return await insertQuoteOnce(key, quote, now);
}

type RouteQuestion = {
  readonly currency: string;
  readonly to_currency: string | null;
  readonly from_currency: string | null;
  readonly network: string | null;
};

/** The coin and network of a payout, and the balance that pays for it. */
export type PayoutRoute = {
  /** Currency of the requested amount. */
  readonly currency: CatalogCurrency;
  readonly service: CatalogService;
  /** A balance other than the coin's own, which is then converted; null: the coin's own. */
  readonly convertedFrom: string | null;
};

/**
 * Chooses one of the four routes of the API: a coin from its balance; a fiat amount in a coin, from
 * the coin's balance or from USDT; any coin from USDT. Codes are case-insensitive. The network is
 * optional for coins that exist on only one.
 *
 * @throws AppError `currency_not_found`, `to_currency_not_found`, `service_not_found`, or the
 *   parameter that is missing or not applicable
 */
export function chooseRoute(catalog: Catalog, question: RouteQuestion): PayoutRoute {
  const currency = catalog.currency(question.currency);
  if (currency === null) throw refusal("currency_not_found");
  const coin = coinOf(catalog, currency, question.to_currency);
  const service = serviceOf(catalog, coin, question.network);
  return { currency, service, convertedFrom: balanceOf(catalog, coin, question.from_currency) };
}

/**
 * `to_currency` is for fiat amounts. With a coin it may only repeat that coin: sending one and
 * ignoring the other could cause a loss.
 */
function coinOf(catalog: Catalog, currency: CatalogCurrency, toCurrency: string | null): CatalogCurrency {
  if (currency.kind === "crypto" && toCurrency === null) return currency;
  if (toCurrency === null) throw invalidParameter("to_currency", "validation.required");
  const coin = catalog.currency(toCurrency);
  if (coin?.kind !== "crypto") throw refusal("to_currency_not_found");
  if (currency.kind === "crypto" && coin.code !== currency.code) throw refusal("to_currency_not_found");
  return coin;
}

/** A service that is disabled, or was never reviewed, counts as missing. */
function serviceOf(catalog: Catalog, coin: CatalogCurrency, network: string | null): CatalogService {
  const code = network ?? catalog.onlyNetworkOf(coin.code)?.code ?? null;
  if (code === null) throw invalidParameter("network", "validation.required");
  const service = catalog.service(coin.code, code);
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) throw refusal("service_not_found");
  return service;
}

function balanceOf(catalog: Catalog, coin: CatalogCurrency, fromCurrency: string | null): string | null {
  if (fromCurrency === null) return null;
  const from = catalog.currency(fromCurrency)?.code;
  if (from === coin.code) return null;
  if (from !== CONVERTED_TO) throw invalidParameter("from_currency", "validation.in");
  return from;
}
