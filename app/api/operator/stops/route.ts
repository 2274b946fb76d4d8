import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readStops } from "@/lib/operations/stops-queries";
import { stopForm, stopsView } from "@/lib/operations/stops-schema";
import { stopSends } from "@/lib/sends/stop-sends";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: stopsView,
  handle: () => readStops(),
});

/** The kill switch, of a network or of all. */
export const POST = sessionEndpoint({
  access: operator(),
  input: stopForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await stopSends({ ...input, actorId: session.user.id });
    return {};
  },
});
