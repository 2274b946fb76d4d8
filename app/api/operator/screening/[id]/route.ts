import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { setListActiveInput } from "@/lib/screening/schema";
import { setScreeningListActive } from "@/lib/screening/set-list-active";

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
