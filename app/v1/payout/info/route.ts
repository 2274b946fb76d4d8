import { endpoint } from "@/lib/api/endpoint";
import { findPayout } from "@/lib/api/operations/payouts";
import { getPayout } from "@/lib/payouts/get-payout";
import { toPayoutView } from "@/lib/payouts/wire-view";

export const POST = endpoint(findPayout, async ({ merchant, body }) =>
  toPayoutView(await getPayout(merchant.id, body), merchant.clientLibrary),
);
