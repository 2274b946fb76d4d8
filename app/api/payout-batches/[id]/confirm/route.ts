import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { confirmBatch } from "@/lib/payout-batches/confirm-batch";
import { confirmBatchInput } from "@/lib/payout-batches/schema";

export const POST = sessionEndpoint({
  access: fresh(member("payout.create")),
  input: confirmBatchInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id, isRepeatMeant }, now }) => {
    await confirmBatch({ merchantId, batchId: id, userId: session.user.id, isRepeatMeant }, now);
    return {};
  },
});
