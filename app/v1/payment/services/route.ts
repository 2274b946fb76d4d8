import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPaymentServices } from "@/lib/fronts/machine-api/operations/services";
import { isAccepted, narrowService } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { paymentServicesView } from "@/lib/pricing/catalog/schema";

export const POST = endpoint(listPaymentServices, async ({ merchant }) =>
  paymentServicesView(await loadCatalog(), (service) => ({
    ...narrowService(service, merchant.coinLimits),
    isAccepted: isAccepted(merchant.acceptedCoins, service),
  })),
);
