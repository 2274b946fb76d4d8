import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { turnOffTotpInput } from "@/lib/people/identity/second-factor-schema";
import { turnOffTotp } from "@/lib/people/identity/second-factor-set-up";

/** Asks for password and code itself, however lately somebody was confirmed. */
export const POST = sessionEndpoint({
  access: person(),
  input: turnOffTotpInput,
  output: z.object({}),
  handle: async ({ session, input, ip, now }) => {
    await turnOffTotp({ userId: session.user.id, sessionId: session.id, ip }, input, now);
    return {};
  },
});
