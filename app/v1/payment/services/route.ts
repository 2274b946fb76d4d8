import { endpoint } from "@/lib/api/endpoint";
import { listPaymentServices } from "@/lib/api/operations/services";
import { paymentServicesView } from "@/lib/catalog/payment-services-view";
import { loadCatalog } from "@/lib/catalog/queries";

export const POST = endpoint(listPaymentServices, async () => paymentServicesView(await loadCatalog()));
