import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportTransfers } from "@/lib/money-out/transfers/dashboard-queries";
import { transferFilterQuery } from "@/lib/money-out/transfers/dashboard-schema";

/** Exports the list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: transferFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportTransfers(merchantId, input, now),
});
