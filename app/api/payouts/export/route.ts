import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { payoutFilterQuery } from "@/lib/payouts/dashboard-schema";
import { exportPayouts } from "@/lib/payouts/export-payouts";

/** The list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: payoutFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportPayouts(merchantId, input, now),
});
