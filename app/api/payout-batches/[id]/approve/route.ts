import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { approveBatch } from "@/lib/payout-batches/approve-batch";
import { approvedView, batchIdInput } from "@/lib/payout-batches/schema";

export const POST = sessionEndpoint({
  access: fresh(member("review.decide")),
  input: batchIdInput,
  output: approvedView,
  handle: ({ member: { merchantId, session }, input: { id } }) =>
    approveBatch({ merchantId, batchId: id, actorId: session.user.id }),
});
