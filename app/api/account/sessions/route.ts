import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { listSessions, revokeOtherSessions } from "@/lib/people/identity/session-queries";
import { sessionView } from "@/lib/people/merchants/schema";

export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: z.array(sessionView),
  handle: ({ session, now }) => listSessions(session.user.id, session.id, now),
});

/** Signs all of the person's other browsers out, and whoever copied the cookie of this one. */
export const DELETE = sessionEndpoint({
  access: fresh(person()),
  input: z.object({}),
  output: z.object({ count: z.int() }),
  handle: async ({ session, now, setCookie }) => {
    const { count, sessionId } = await revokeOtherSessions(session.user.id, session.id, now);
    setCookie(await sessionCookie(sessionId));
    return { count };
  },
});
