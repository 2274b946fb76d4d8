import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { cancelBatch } from "@/lib/payout-batches/cancel-batch";
import { batchIdInput } from "@/lib/payout-batches/schema";

export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: batchIdInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id } }) => {
    await cancelBatch({ merchantId, batchId: id, actorId: session.user.id });
    return {};
  },
});
