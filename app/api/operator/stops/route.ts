import { z } from "zod";
import { readStops } from "@/lib/fronts/admin/stops-queries";
import { stopForm, stopsView } from "@/lib/fronts/admin/stops-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { stopSends } from "@/lib/sending/sends/stop-sends";

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
