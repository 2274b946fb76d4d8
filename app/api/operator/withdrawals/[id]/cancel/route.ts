import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { cancelWithdrawal } from "@/lib/treasury/cancel-withdrawal";

/** Takes a withdrawal back for which nothing is signed. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await cancelWithdrawal({ id: input.id, actorId: session.user.id });
    return {};
  },
});
