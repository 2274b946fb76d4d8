import { z } from "zod";
import { endSend } from "@/lib/fronts/admin/end-send";
import { endSendForm } from "@/lib/fronts/admin/sends-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Ends a send for which nothing is signed. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: endSendForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await endSend({ sendId: input.id, reason: input.reason, actorId: session.user.id });
    return {};
  },
});
