import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { setExchangeTerms } from "@/lib/exchanges/set-exchange-terms";
import { decimal } from "@/lib/money/decimal";
import { listExchangeTerms } from "@/lib/operations/exchanges-queries";
import { exchangesView, exchangeTermsForm } from "@/lib/operations/exchanges-schema";

/** What exchanges usually take, per coin and network. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: exchangesView,
  handle: () => listExchangeTerms(),
});

/** Another value in place of the typical one. */
export const POST = sessionEndpoint({
  access: operator(),
  input: exchangeTermsForm,
  output: z.object({}),
  handle: async ({ session, input: { fee, minimum, ...service } }) => {
    const terms = { fee: decimal(fee), minimum: decimal(minimum) };
    await setExchangeTerms({ ...service, ...terms, actorId: session.user.id });
    return {};
  },
});
