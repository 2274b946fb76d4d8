import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { ExchangeTerms } from "@/lib/pricing/exchange-terms/exchange-terms";
import { exchangeNamesOf, wrongNamesOf } from "@/lib/pricing/exchange-terms/network-names";
import { readExchangeTerms } from "@/lib/pricing/exchange-terms/read-exchange-terms";

/** What a page says to those who send from an exchange. */
export type PayExchange = {
  /** Typical; null where none is known of the coin on its network. */
  readonly terms: ExchangeTerms | null;
  /** What exchanges call the network, best known first. */
  readonly names: readonly string[];
  /** What they call other networks on which they offer the same coin. */
  readonly wrongNames: readonly string[];
};

/** For one coin on one network. Asks no exchange. */
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
