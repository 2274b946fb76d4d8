import { z } from "zod";
import { resendByOperator } from "@/lib/delivery/webhooks/resend";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await resendByOperator(session.user.id, input.id);
    return {};
  },
});
