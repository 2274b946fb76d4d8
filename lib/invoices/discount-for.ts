import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { findServiceDiscounts } from "@/lib/discounts/queries";
import { fixedCoin } from "@/lib/invoices/allowed-services";

/** The discount in percent that prices a service for an invoice; null for none. */
export type DiscountFor = (service: CatalogService) => number | null;

type DiscountedInvoice = {
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly discountPercent: number | null;
};

/**
 * Where the merchant fixed the coin, the discount asked for with it, on whatever network. Where the payer chooses the coin, the
 * merchant's discount for the chosen service: only then is it read.
 */
export async function discountFor(catalog: Catalog, invoice: DiscountedInvoice): Promise<DiscountFor> {
  if (fixedCoin(catalog, invoice) !== null) return () => invoice.discountPercent;
  return findServiceDiscounts(invoice.merchantId);
}
