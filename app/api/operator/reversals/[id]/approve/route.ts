import { z } from "zod";
import { approveReversal } from "@/lib/fronts/admin/approve-reversal";
import { approveReversalForm } from "@/lib/fronts/admin/reversals-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
