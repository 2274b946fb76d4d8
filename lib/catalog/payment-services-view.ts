import type { Catalog } from "@/lib/catalog/build-catalog";
import type { ServiceView } from "@/lib/catalog/schema";
import { formatCrypto, withDecimals } from "@/lib/money/format";

const PERCENT_DECIMALS = 2;
/** Of the fixed part; the list of payouts shows 8. */
const FEE_DECIMALS = 2;

/** What `payment/services` answers: every service of the catalog, offered or not, in the order in which it is offered. */
export function paymentServicesView(catalog: Catalog): ServiceView[] {
  return catalog.services().map((service) => ({
    network: service.network.code.toUpperCase(),
    currency: service.currency.code,
    is_available: service.isPaymentEnabled && catalog.isAvailable(service),
    limit: { min_amount: formatCrypto(service.paymentMin), max_amount: formatCrypto(service.paymentMax) },
    commission: {
      fee_amount: withDecimals(service.paymentFeeFixed, FEE_DECIMALS),
      percent: withDecimals(service.paymentFeePercent, PERCENT_DECIMALS),
    },
  }));
}
