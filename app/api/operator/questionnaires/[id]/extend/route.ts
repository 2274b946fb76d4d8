import { z } from "zod";
import { extendQuestionnaire } from "@/lib/exceptions/questionnaires/ask-again";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Gives the payer more time to answer. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await extendQuestionnaire(input.id, session.user.id);
    return {};
  },
});
