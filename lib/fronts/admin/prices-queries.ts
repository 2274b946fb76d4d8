import type { PriceSourceView, PriceView } from "@/lib/fronts/admin/prices-schema";
import { ageLimitMs } from "@/lib/pricing/rates/age-limit";
import { readRates, type StoredRate } from "@/lib/pricing/rates/repo";

/** Every source with what it said last, and whether that is fresh enough to quote. */
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
