import { type CoinLimit, isAccepted, narrowService } from "@/lib/accepted-coins/coin-limits";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import type { CoinChoice } from "@/lib/invoices/schema";

/** What the merchant fixed when the invoice was made, in canonical codes. */
export type CoinTerms = {
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly networkCode: string | null;
  /** Null: the merchant's setting decides. */
  readonly currencies: readonly CoinChoice[] | null;
  readonly exceptCurrencies: readonly CoinChoice[] | null;
  readonly merchantCoins: readonly CoinChoice[] | null;
  readonly merchantLimits: readonly CoinLimit[];
};

/**
 * Services that the payer may choose among, in the order in which they are offered: what the invoice fixes and lists, else what
 * the merchant accepts, less what the invoice excludes; each within the merchant's own limits. Whether they are available right now is not asked here.
 */
export function allowedServices(catalog: Catalog, terms: CoinTerms): readonly CatalogService[] {
  const coin = fixedCoin(catalog, terms);
  const { exceptCurrencies: excluded } = terms;
  const listed = terms.currencies ?? terms.merchantCoins;
  const allowed = catalog.services().filter((service) => {
    if (!service.isPaymentEnabled || !service.isReviewed) return false;
    if (coin !== null && service.currency.code !== coin) return false;
    if (terms.networkCode !== null && service.network.code !== terms.networkCode) return false;
    return isAccepted(listed, service) && (excluded === null || !isAccepted(excluded, service));
  });
  return terms.merchantLimits.length === 0
    ? allowed
    : allowed.map((service) => narrowService(service, terms.merchantLimits));
}

/** The coin that the merchant fixed: `to_currency`, or a crypto `currency`; null when the payer chooses. */
export function fixedCoin(catalog: Catalog, terms: Pick<CoinTerms, "currencyCode" | "toCurrencyCode">): string | null {
  if (terms.toCurrencyCode !== null) return terms.toCurrencyCode;
  return catalog.currency(terms.currencyCode)?.kind === "crypto" ? terms.currencyCode : null;
}
