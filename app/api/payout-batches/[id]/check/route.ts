import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { checkSavedBatch } from "@/lib/payout-batches/queries";
import { batchCheckView, batchIdInput } from "@/lib/payout-batches/schema";

/** What a file that is not ordered yet would do now. */
export const GET = sessionEndpoint({
  access: member("payout.create"),
  input: batchIdInput,
  output: batchCheckView,
  handle: ({ member: { merchantId }, input, now }) => checkSavedBatch(merchantId, input.id, now),
});
