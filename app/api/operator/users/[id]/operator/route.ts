import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeOperatorFlag } from "@/lib/operations/change-user";
import { operatorFlagForm } from "@/lib/operations/users-schema";

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
