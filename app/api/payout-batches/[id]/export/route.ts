import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { exportBatch } from "@/lib/payout-batches/export-batch";
import { batchIdInput } from "@/lib/payout-batches/schema";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: batchIdInput,
  handle: ({ member: { merchantId }, input }) => exportBatch(merchantId, input.id),
});
