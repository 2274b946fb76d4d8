import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listBatches } from "@/lib/payout-batches/queries";
import { readBytes } from "@/lib/payout-batches/read-bytes";
import {
  BATCH_BYTES_MAX,
  batchCheckView,
  batchListQuery,
  batchPageView,
  uploadQuery,
} from "@/lib/payout-batches/schema";
import { uploadBatch } from "@/lib/payout-batches/upload-batch";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: batchListQuery,
  output: batchPageView,
  handle: ({ member: { merchantId }, input }) => listBatches(merchantId, input.cursor),
});

/** A file of payouts is looked at, and kept when it is good. Orders nothing. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: uploadQuery,
  output: batchCheckView,
  fileBytesMax: BATCH_BYTES_MAX,
  handle: async ({ member: { merchantId, session }, input: { fileName }, file, now }) =>
    uploadBatch({ merchantId, userId: session.user.id, fileName, bytes: await readBytes(file) }, now),
});
