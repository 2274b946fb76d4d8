import { endpoint } from "@/lib/api/endpoint";
import { createPayoutOperation } from "@/lib/api/operations/payouts";
import { createPayout } from "@/lib/payouts/create-payout";
import { toPayoutView } from "@/lib/payouts/wire-view";

/** Creates a payout, or answers the one made before with the same order id. */
export const POST = endpoint(createPayoutOperation, async ({ merchant, body }) =>
  toPayoutView(await createPayout(merchant, body), merchant.clientLibrary),
);
