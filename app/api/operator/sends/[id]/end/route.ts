import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { endSend } from "@/lib/operations/end-send";
import { endSendForm } from "@/lib/operations/sends-schema";

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
