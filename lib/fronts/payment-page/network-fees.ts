import type { PayNetworkFee } from "@/lib/fronts/payment-page/pay-view";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { readTypicalFees } from "@/lib/sending/fees/fee-estimate";

/** What a network takes from whoever sends a payment by a service; null while that is not known. */
export type NetworkFeeOf = (service: CatalogService) => Promise<PayNetworkFee | null>;

/** The fees of this moment, beside their worth in a currency. Asks no node. */
export async function readNetworkFees(worthCurrency: string): Promise<NetworkFeeOf> {
  const feeOf = await readTypicalFees();
  return async (service) => {
    const amount = feeOf(service);
    if (amount === null) return null;
    const currency = service.network.nativeCurrency;
    const found = await findFreshRate({ from: currency, to: worthCurrency });
    return { amount, currency, worth: found === null ? null : amount.times(found.rate), worthCurrency };
  };
}
