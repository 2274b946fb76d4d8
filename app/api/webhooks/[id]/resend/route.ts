import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { resendByMember } from "@/lib/webhooks/resend-by-hand";

export const POST = sessionEndpoint({
  access: member("webhook.resend"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await resendByMember({ merchantId, actorId: session.user.id, deliveryId: input.id });
    return {};
  },
});
