import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { revokeOtherSessions } from "@/lib/merchants/revoke-session";
import { sessionView } from "@/lib/merchants/schema";
import { listSessions } from "@/lib/merchants/session-queries";

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
