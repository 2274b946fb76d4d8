import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { setScreeningListActive } from "@/lib/people/screening/lists";
import { setListActiveInput } from "@/lib/people/screening/schema";

/** Has a version of a list asked, or no longer. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: setListActiveInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await setScreeningListActive({ ...input, actorId: session.user.id });
    return {};
  },
});
