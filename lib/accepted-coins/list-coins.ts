import { findLimit, isAccepted } from "@/lib/accepted-coins/coin-limits";
import type { CoinsView } from "@/lib/accepted-coins/schema";
import { isOfThisInstallation } from "@/lib/catalog/availability";
import { loadCatalog } from "@/lib/catalog/queries";
import { findServiceDiscounts, isOffered } from "@/lib/discounts/queries";
import { getMerchant } from "@/lib/merchants/get-merchant";

/** Every coin that payers of this installation can be offered, in the catalog's order, with what the merchant has set for it. */
export async function listMerchantCoins(merchantId: string): Promise<CoinsView> {
  const [catalog, merchant, discountOf] = await Promise.all([
    loadCatalog(),
    getMerchant(merchantId),
    findServiceDiscounts(merchantId),
  ]);
  const coins = catalog
    .services()
    .filter((service) => isOffered(service) && isOfThisInstallation(service))
    .map((service) => {
      const { currency, network, paymentMin, paymentMax } = service;
      const own = findLimit(merchant.coinLimits, service);
      return {
        currency: currency.code,
        currencyName: currency.name,
        network: network.code,
        networkName: network.name,
        isAccepted: isAccepted(merchant.acceptedCoins, service),
        gateway: { min: paymentMin.toFixed(), max: paymentMax.toFixed() },
        own: { min: own?.min?.toFixed() ?? null, max: own?.max?.toFixed() ?? null },
        discount: discountOf(service) ?? 0,
        isAvailable: catalog.isAvailable(service),
      };
    });
  return { isEveryCoin: merchant.acceptedCoins === null, coins };
}
