import { z } from "zod";
import { changeSuspension } from "@/lib/fronts/admin/change-user";
import { suspensionForm } from "@/lib/fronts/admin/users-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
