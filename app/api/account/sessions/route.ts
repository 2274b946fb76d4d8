import { z } from "zod";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { sessionView } from "@/lib/merchants/schema";
import { listSessions } from "@/lib/merchants/session-queries";

export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: z.array(sessionView),
  handle: ({ session, now }) => listSessions(session.user.id, session.id, now),
});
