import { z } from "zod";
import { confirmPerson, confirmWays } from "@/lib/accounts/second-factor-confirm";
import { confirmInput, proofWays } from "@/lib/accounts/second-factor-schema";
import { person } from "@/lib/dashboard/gates";
import { sessionCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** What the person can show to confirm that it is them. */
export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: proofWays,
  handle: ({ session }) => confirmWays(session.user.id),
});

export const POST = sessionEndpoint({
  access: person(),
  input: z.object({ proof: confirmInput }),
  output: z.object({}),
  handle: async ({ session, input, ip, now, setCookie }) => {
    const renewed = await confirmPerson({ userId: session.user.id, sessionId: session.id, ip }, input.proof, now);
    setCookie(await sessionCookie(renewed));
    return {};
  },
});
