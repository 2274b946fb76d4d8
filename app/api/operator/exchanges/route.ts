import { z } from "zod";
import { listExchangeTerms } from "@/lib/fronts/admin/exchanges-queries";
import { exchangesView, exchangeTermsForm } from "@/lib/fronts/admin/exchanges-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { decimal } from "@/lib/kernel/money/decimal";
import { setExchangeTerms } from "@/lib/pricing/exchange-terms/set-exchange-terms";

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
