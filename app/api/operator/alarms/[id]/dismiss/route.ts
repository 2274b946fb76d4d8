import { z } from "zod";
import { dismissAlarm } from "@/lib/alarms/dismiss-alarm";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Ends an alarm that tells of something past. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await dismissAlarm({ alarmId: input.id, actorId: session.user.id });
    return {};
  },
});
