import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decideRefundRequest } from "@/lib/refund-requests/decide-refund-request";
import { decideRequestForm } from "@/lib/refund-requests/schema";

/** Refunds what a payer asks for, or says why not. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: decideRequestForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input: { id, decision, note } }) => {
    await decideRefundRequest({ requestId: id, merchantId, decision, note, actorId: session.user.id });
    return {};
  },
});
