import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { transferFilterQuery } from "@/lib/transfers/dashboard-schema";
import { exportTransfers } from "@/lib/transfers/export-transfers";

/** The list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: transferFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportTransfers(merchantId, input, now),
});
