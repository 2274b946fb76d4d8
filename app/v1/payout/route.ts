import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { createPayoutOperation } from "@/lib/fronts/machine-api/operations/payouts";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { toPayoutView } from "@/lib/money-out/payouts/wire-view";

/** Creates a payout, or returns the existing one with the same order id. */
export const POST = endpoint(createPayoutOperation, async ({ merchant, body }) =>
  toPayoutView(await createPayout(merchant, body), merchant.clientLibrary),
);
