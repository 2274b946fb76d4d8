import { formatCrypto, withDecimals } from "@/lib/kernel/money/format";
import type { Catalog } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { ServiceView } from "@/lib/pricing/catalog/schema";

const PERCENT_DECIMALS = 2;
/** Of the fixed part; the list of payouts shows 8. */
const FEE_DECIMALS = 2;

export type OwnTerms = Pick<CatalogService, "paymentMin" | "paymentMax"> & { readonly isAccepted: boolean };

/**
 * What `payment/services` answers: every service of the catalog, offered or not, in the order in which it is offered. `ownTermsOf` says on
 * which terms a merchant takes one.
 */
export function paymentServicesView(
  catalog: Catalog,
  ownTermsOf: (service: CatalogService) => OwnTerms = (service) => ({ ...service, isAccepted: true }),
): ServiceView[] {
  return catalog.services().map((service) => toView(catalog, service, ownTermsOf(service)));
}

function toView(catalog: Catalog, service: CatalogService, own: OwnTerms): ServiceView {
  return {
    network: service.network.code.toUpperCase(),
    currency: service.currency.code,
    is_available: own.isAccepted && service.isPaymentEnabled && catalog.isAvailable(service),
    limit: { min_amount: formatCrypto(own.paymentMin), max_amount: formatCrypto(own.paymentMax) },
    commission: {
      fee_amount: withDecimals(service.paymentFeeFixed, FEE_DECIMALS),
      percent: withDecimals(service.paymentFeePercent, PERCENT_DECIMALS),
    },
  };
}
