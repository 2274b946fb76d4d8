import { z } from "zod";
import { turnOffTotpInput } from "@/lib/accounts/second-factor-schema";
import { turnOffTotp } from "@/lib/accounts/second-factor-set-up";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
