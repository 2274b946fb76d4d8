import type { ExchangeRowView } from "@/lib/fronts/admin/exchanges-schema";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { typicalTermsOf } from "@/lib/pricing/exchange-terms/data";
import { listTerms, type StoredTerms } from "@/lib/pricing/exchange-terms/repo";

/** Every service of the catalog, in the order in which it is offered, with what payers from exchanges are told of it. */
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
