import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeSuspension } from "@/lib/operations/change-user";
import { suspensionForm } from "@/lib/operations/users-schema";

/** Suspends a user, or lifts that again. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: suspensionForm,
  output: z.object({}),
  handle: async ({ now, session, input }) => {
    await changeSuspension(input, session.user.id, now);
    return {};
  },
});
