import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { giveUpPayout } from "@/lib/payouts/give-up-payout";
import { giveUpForm } from "@/lib/payouts/give-up-schema";

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
