import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { findPayout } from "@/lib/fronts/machine-api/operations/payouts";
import { getPayout, toPayoutView } from "@/lib/money-out/payouts/wire-view";

export const POST = endpoint(findPayout, async ({ merchant, body }) =>
  toPayoutView(await getPayout(merchant.id, body), merchant.clientLibrary),
);
