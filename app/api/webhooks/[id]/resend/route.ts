import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { resendDelivery } from "@/lib/webhooks/resend-delivery";

export const POST = sessionEndpoint({
  access: member("webhook.resend"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId }, input }) => {
    await resendDelivery(merchantId, input.id);
    return {};
  },
});
