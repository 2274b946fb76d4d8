import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportPayouts } from "@/lib/money-out/payouts/dashboard-queries";
import { payoutFilterQuery } from "@/lib/money-out/payouts/dashboard-schema";

/** Exports the list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: payoutFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportPayouts(merchantId, input, now),
});
