import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { ExchangeTerms } from "@/lib/exchanges/exchange-terms";
import { listTerms } from "@/lib/exchanges/repo";

/** What exchanges usually take for a service; null where that is not known. One read for all services. */
export async function readExchangeTerms(): Promise<(service: CatalogService) => ExchangeTerms | null> {
  const rows = await listTerms();
  const terms = new Map(
    rows.map(({ currencyCode, networkCode, fee, minimum }) => [`${currencyCode} ${networkCode}`, { fee, minimum }]),
  );
  return ({ currency, network }) => terms.get(`${currency.code} ${network.code}`) ?? null;
}
