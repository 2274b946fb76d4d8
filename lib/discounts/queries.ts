import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { selectDiscounts } from "@/lib/discounts/repo";
import type { DiscountListView } from "@/lib/discounts/schema";

/** A merchant's discount for a service in percent (below zero an extra commission), or null where none is set. */
export type ServiceDiscounts = (service: CatalogService) => number | null;

/** The merchant's discounts as they are now. Read it before a transaction is opened. */
export async function findServiceDiscounts(merchantId: string): Promise<ServiceDiscounts> {
  const rows = await selectDiscounts(database(), merchantId);
  const percents = new Map(rows.map((row) => [`${row.currencyCode} ${row.networkCode}`, row.percent]));
  return (service) => percents.get(`${service.currency.code} ${service.network.code}`) ?? null;
}

/** Every service that payers can be offered, in the catalog's order, with the merchant's discount or zero. */
export async function listDiscounts(merchantId: string): Promise<DiscountListView> {
  const [catalog, discountOf] = await Promise.all([loadCatalog(), findServiceDiscounts(merchantId)]);
  return catalog
    .services()
    .filter(isOffered)
    .map((service) => ({
      currency: service.currency.code,
      network: service.network.code,
      discount: discountOf(service) ?? 0,
    }));
}

/** Switched on and reviewed; whether its node answers right now is not asked. */
export function isOffered(service: CatalogService): boolean {
  return service.isPaymentEnabled && service.isReviewed;
}
