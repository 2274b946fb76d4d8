import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { getBatchDetail } from "@/lib/payout-batches/queries";
import { batchDetailView, batchIdInput } from "@/lib/payout-batches/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: batchIdInput,
  output: batchDetailView,
  handle: ({ member, input }) => getBatchDetail(member.merchantId, input.id, viewerOf(member)),
});
