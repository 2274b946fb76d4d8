import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { giveUpBatch } from "@/lib/money-out/payout-batches/give-up-batch";
import { giveUpForm } from "@/lib/money-out/payouts/give-up-schema";

/** Stops a merchant's file of payouts, and gives up what is not signed of it. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: giveUpForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await giveUpBatch({ batchId: input.id, reason: input.reason, actorId: session.user.id });
    return {};
  },
});
