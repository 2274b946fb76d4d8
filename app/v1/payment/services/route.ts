import { isAccepted, narrowService } from "@/lib/accepted-coins/coin-limits";
import { endpoint } from "@/lib/api/endpoint";
import { listPaymentServices } from "@/lib/api/operations/services";
import { paymentServicesView } from "@/lib/catalog/payment-services-view";
import { loadCatalog } from "@/lib/catalog/queries";

export const POST = endpoint(listPaymentServices, async ({ merchant }) =>
  paymentServicesView(await loadCatalog(), (service) => ({
    ...narrowService(service, merchant.coinLimits),
    isAccepted: isAccepted(merchant.acceptedCoins, service),
  })),
);
