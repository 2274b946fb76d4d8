import { z } from "zod";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { dismissAlarm } from "@/lib/kernel/alarms/dismiss-alarm";

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
