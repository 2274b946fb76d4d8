import { networkOf } from "@/lib/chains/networks/networks";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { ExchangeTerms } from "@/lib/pricing/exchange-terms/exchange-terms";
import { readExchangeTerms } from "@/lib/pricing/exchange-terms/set-exchange-terms";

/** Data on a payment page for payers who send from an exchange. */
export type PayExchange = {
  /** Typical terms; null where none are known of the coin on its network. */
  readonly terms: ExchangeTerms | null;
  /** Exchanges' names for the network, best known first. */
  readonly names: readonly string[];
  /** Exchanges' names for other networks on which they offer the same coin. */
  readonly wrongNames: readonly string[];
};

/** For one coin on one network. Queries no exchange. */
export async function findPayExchange(catalog: Catalog, currency: string, network: string): Promise<PayExchange> {
  const others = catalog
    .services()
    .filter((service) => service.currency.code === currency && service.network.code !== network)
    .map((service) => service.network.code);
  const termsOf = await readExchangeTerms();
  return {
    terms: termsOf({ currencyCode: currency, networkCode: network }),
    names: exchangeNamesOf(network),
    wrongNames: wrongNamesOf(currency, network, others),
  };
}

/**
 * Networks on which exchanges offer a coin but this gateway does not, by coin: list entries that
 * look right but are wrong.
 */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  BTC: ["BEP20", "Lightning"],
  LTC: ["BEP20"],
  DOGE: ["BEP20"],
  BCH: ["BEP20"],
  TRX: ["BEP20", "ERC20"],
  AVAX: ["AVAX X-Chain", "BEP20"],
  BNB: ["BEP2", "ERC20"],
  SOL: ["BEP20"],
  TON: ["BEP20", "ERC20"],
  SHIB: ["BEP20"],
};

/**
 * Returns the names of a network in exchanges' lists, best known first; empty for an unknown
 * network.
 */
export function exchangeNamesOf(network: string): readonly string[] {
  return networkOf(network)?.exchangeNames ?? [];
}

/**
 * Returns the names under which exchanges offer the same coin on other networks, inside and outside
 * the catalog.
 * @param others codes of the catalog's other networks of the coin
 */
export function wrongNamesOf(currency: string, network: string, others: readonly string[]): readonly string[] {
  const own = new Set(exchangeNamesOf(network));
  const names = [...others.flatMap((code) => exchangeNamesOf(code).slice(0, 1)), ...(LOOK_ALIKES[currency] ?? [])];
  return [...new Set(names)].filter((name) => !own.has(name));
}
