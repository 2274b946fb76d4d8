import type { Catalog } from "@/lib/catalog/queries";
import type { ServiceView } from "@/lib/catalog/schema";
import { formatCrypto, withDecimals } from "@/lib/money/format";
import { canPayOut } from "@/lib/payouts/engine";

const PERCENT_DECIMALS = 2;

/** What `payout/services` answers: every service of the catalog, in the order in which it is offered, with its configured fee. */
export function payoutServicesView(catalog: Catalog): ServiceView[] {
  return catalog.services().map((service) => ({
    network: service.network.code.toUpperCase(),
    currency: service.currency.code,
    is_available: service.isPayoutEnabled && catalog.isAvailable(service) && canPayOut(service),
    limit: { min_amount: formatCrypto(service.payoutMin), max_amount: formatCrypto(service.payoutMax) },
    commission: {
      fee_amount: formatCrypto(service.payoutFeeFixed),
      percent: withDecimals(service.payoutFeePercent, PERCENT_DECIMALS),
    },
  }));
}
