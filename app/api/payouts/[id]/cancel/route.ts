import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { cancelPayout } from "@/lib/payouts/cancel-payout";

/** Takes back a payout for which nothing is signed. */
export const POST = sessionEndpoint({
  access: member("payout.create"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await cancelPayout({ merchantId, payoutId: input.id, actorId: session.user.id });
    return {};
  },
});
