import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPaymentServices } from "@/lib/fronts/machine-api/operations/services";
import { isAccepted, narrowService } from "@/lib/people/merchants/merchant";
import { paymentServicesView } from "@/lib/pricing/catalog/payment-services-view";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export const POST = endpoint(listPaymentServices, async ({ merchant }) =>
  paymentServicesView(await loadCatalog(), (service) => ({
    ...narrowService(service, merchant.coinLimits),
    isAccepted: isAccepted(merchant.acceptedCoins, service),
  })),
);
