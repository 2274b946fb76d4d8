import type { ExchangeRowView, PriceSourceView, PriceView } from "@/lib/fronts/admin/market-schema";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { typicalTermsOf } from "@/lib/pricing/exchange-terms/exchange-terms";
import { listTerms, type StoredTerms } from "@/lib/pricing/exchange-terms/repo";
import { ageLimitMs, readRates, type StoredRate } from "@/lib/pricing/rates/repo";

/** Returns every price source with its latest prices and whether they are fresh enough to quote. */
export async function listPriceSources(): Promise<PriceSourceView[]> {
  const rates = await readRates();
  const names = [...new Set(rates.map(({ source }) => source))].sort();
  return names.map((source) => toSourceView(source, rates));
}

function toSourceView(source: string, rates: readonly StoredRate[]): PriceSourceView {
  const own = rates.filter((rate) => rate.source === source).toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  const limitMs = ageLimitMs(source);
  const newest = own.reduce((latest, { observedAt }) => Math.max(latest, observedAt.getTime()), 0);
  return {
    source,
    newestAt: new Date(newest).toISOString(),
    isFresh: own.some(({ ageMs }) => ageMs <= limitMs),
    ageLimitSeconds: Math.round(limitMs / 1_000),
    prices: own.map((rate) => toPriceView(rate, limitMs)),
  };
}

function toPriceView({ currency, usdPrice, observedAt, ageMs, held }: StoredRate, limitMs: number): PriceView {
  return {
    currency,
    usdPrice: usdPrice.toFixed(),
    observedAt: observedAt.toISOString(),
    isFresh: held === null && ageMs <= limitMs,
    held: held && { price: held.price.toFixed(), since: held.since.toISOString() },
  };
}

/**
 * Returns every service of the catalog in display order, with what payers from exchanges are told
 * about it.
 */
export async function listExchangeTerms(): Promise<ExchangeRowView[]> {
  const [catalog, stored] = await Promise.all([loadCatalog(), listTerms()]);
  return catalog.services().map((service) => toRow(service, stored));
}

function toRow({ currency, network }: CatalogService, stored: readonly StoredTerms[]): ExchangeRowView {
  const row = stored.find(({ currencyCode, networkCode }) => {
    return currencyCode === currency.code && networkCode === network.code;
  });
  const typical = typicalTermsOf(currency.code, network.code);
  return {
    currency: currency.code,
    networkCode: network.code,
    networkName: network.name,
    terms: row === undefined ? null : { fee: row.fee.toFixed(), minimum: row.minimum.toFixed() },
    isEdited: row?.isEdited ?? false,
    typical: typical && { fee: typical.fee, minimum: typical.minimum, source: typical.source },
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}
