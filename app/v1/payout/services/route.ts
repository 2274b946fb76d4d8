import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPayoutServices } from "@/lib/fronts/machine-api/operations/payouts";
import { payoutServicesView } from "@/lib/money-out/payouts/calculate-payout";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export const POST = endpoint(listPayoutServices, async () => payoutServicesView(await loadCatalog()));
