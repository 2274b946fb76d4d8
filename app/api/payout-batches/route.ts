import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { BATCH_BYTES_MAX, batchCheckView, uploadQuery } from "@/lib/money-out/payout-batches/schema";
import { readBytes, uploadBatch } from "@/lib/money-out/payout-batches/upload-batch";

/** A file of payouts is looked at, and kept when it is good. Orders nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: uploadQuery,
  output: batchCheckView,
  fileBytesMax: BATCH_BYTES_MAX,
  handle: async ({ member: { merchantId, session }, input: { fileName }, file, now }) =>
    uploadBatch({ merchantId, userId: session.user.id, fileName, bytes: await readBytes(file) }, now),
});
