import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { confirmPerson, confirmWays } from "@/lib/people/identity/second-factor-confirm";
import { confirmInput, proofWays } from "@/lib/people/identity/second-factor-schema";

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
