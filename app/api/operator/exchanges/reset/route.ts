import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { resetExchangeTerms } from "@/lib/exchanges/set-exchange-terms";
import { exchangeServiceForm } from "@/lib/operations/exchanges-schema";

/** The typical value again. */
export const POST = sessionEndpoint({
  access: operator(),
  input: exchangeServiceForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await resetExchangeTerms({ ...input, actorId: session.user.id });
    return {};
  },
});
