import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { giveUpPayout } from "@/lib/money-out/payouts/cancel-payout";
import { giveUpForm } from "@/lib/money-out/payouts/give-up-schema";

/** Gives up a payout for which nothing is signed. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: giveUpForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await giveUpPayout({ payoutId: input.id, reason: input.reason, actorId: session.user.id });
    return {};
  },
});
