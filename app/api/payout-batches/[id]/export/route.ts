import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";
import { exportBatch } from "@/lib/money-out/payout-batches/export-batch";
import { batchIdInput } from "@/lib/money-out/payout-batches/schema";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: batchIdInput,
  handle: ({ member: { merchantId }, input }) => exportBatch(merchantId, input.id),
});
