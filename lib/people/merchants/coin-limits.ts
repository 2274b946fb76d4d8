import { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/** One coin on one network, or on all of them (null). */
export type AcceptedCoin = { readonly currency: string; readonly network: string | null };

/** A merchant's own limits of an invoice that is paid with one coin on one network, in the coin; null: the service's own. */
export type CoinLimit = {
  readonly currency: string;
  readonly network: string;
  readonly min: Decimal | null;
  readonly max: Decimal | null;
};

/** The merchant's own limits of a service; undefined where it has none. */
export function findLimit(limits: readonly CoinLimit[], { currency, network }: CatalogService): CoinLimit | undefined {
  return limits.find((limit) => limit.currency === currency.code && limit.network === network.code);
}

/** The service with a merchant's limits. They narrow the gateway's own and never widen them, also after the operator has changed those. */
export function narrowService(service: CatalogService, limits: readonly CoinLimit[]): CatalogService {
  const own = findLimit(limits, service);
  if (own === undefined) return service;
  return {
    ...service,
    paymentMin: Decimal.max(service.paymentMin, own.min ?? service.paymentMin),
    paymentMax: Decimal.min(service.paymentMax, own.max ?? service.paymentMax),
  };
}

/** Whether a list of coins, null for every one, has the service's coin on its network; a coin without a network is meant on all of them. */
export function isAccepted(coins: readonly AcceptedCoin[] | null, { currency, network }: CatalogService): boolean {
  return coins === null || coins.some((coin) => isCoinOf(coin, currency.code, network.code));
}

function isCoinOf(coin: AcceptedCoin, currency: string, network: string): boolean {
  if (coin.currency.toUpperCase() !== currency) return false;
  return coin.network === null || coin.network.toLowerCase() === network;
}
