import { z } from "zod";
import { askAboutCase } from "@/lib/exceptions/questionnaires/ask-again";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Asks the payer about a held payment, again where that was done before. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await askAboutCase(input.id, session.user.id);
    return {};
  },
});
