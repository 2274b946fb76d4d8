import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { revokeSession } from "@/lib/people/identity/session-queries";

/** Signs one of the person's own browsers out. */
export const DELETE = sessionEndpoint({
  access: fresh(person()),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input, now }) => {
    await revokeSession(session.user.id, input.id, now);
    return {};
  },
});
