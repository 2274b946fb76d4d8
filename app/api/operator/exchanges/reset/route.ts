import { z } from "zod";
import { exchangeServiceForm } from "@/lib/fronts/admin/exchanges-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { resetExchangeTerms } from "@/lib/pricing/exchange-terms/set-exchange-terms";

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
