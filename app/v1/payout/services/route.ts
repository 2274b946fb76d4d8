import { endpoint } from "@/lib/api/endpoint";
import { listPayoutServices } from "@/lib/api/operations/payouts";
import { loadCatalog } from "@/lib/catalog/queries";
import { payoutServicesView } from "@/lib/payouts/services-view";

export const POST = endpoint(listPayoutServices, async () => payoutServicesView(await loadCatalog()));
