import { z } from "zod";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { exportTransfers } from "@/lib/transfers/export-transfers";

/** The history as a file. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  handle: async ({ member: { merchantId }, now }) => exportTransfers(merchantId, now),
});
