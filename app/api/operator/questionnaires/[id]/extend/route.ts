import { z } from "zod";
import { extendQuestionnaire } from "@/lib/aml/ask-again";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
