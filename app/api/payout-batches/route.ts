import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { BATCH_BYTES_MAX, batchCheckView, uploadQuery } from "@/lib/money-out/payout-batches/schema";
import { readBytes, uploadBatch } from "@/lib/money-out/payout-batches/upload-batch";

/** Validates an uploaded payout file and stores it if it is valid. Orders no payout. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: uploadQuery,
  output: batchCheckView,
  fileBytesMax: BATCH_BYTES_MAX,
  handle: async ({ member: { merchantId, session }, input: { fileName }, file, now }) =>
    uploadBatch({ merchantId, userId: session.user.id, fileName, bytes: await readBytes(file) }, now),
});
