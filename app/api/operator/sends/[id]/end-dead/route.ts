import { z } from "zod";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { requestEndDeadSend } from "@/lib/sending/sends/request-end-dead-send";

/** Has a worker end a send whose transaction the chain can no longer take. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await requestEndDeadSend({ sendId: input.id, actorId: session.user.id });
    return {};
  },
});
