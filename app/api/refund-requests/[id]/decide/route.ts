import { z } from "zod";
import { decideRefundRequest } from "@/lib/exceptions/refund-requests/decide-refund-request";
import { decideRequestForm } from "@/lib/exceptions/refund-requests/schema";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
