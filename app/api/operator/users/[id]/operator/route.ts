import { z } from "zod";
import { changeOperatorFlag } from "@/lib/fronts/admin/change-user";
import { operatorFlagForm } from "@/lib/fronts/admin/users-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Makes somebody an operator, or no longer. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: operatorFlagForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await changeOperatorFlag(input, session.user.id);
    return {};
  },
});
