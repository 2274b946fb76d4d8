import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { approveReversal } from "@/lib/operations/approve-reversal";
import { approveReversalForm } from "@/lib/operations/reversals-schema";

/** The operator's word that a booked payment is gone. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: approveReversalForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await approveReversal(input, session.user.id);
    return {};
  },
});
