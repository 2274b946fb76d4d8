import { z } from "zod";
import { resumeForm } from "@/lib/fronts/admin/stops-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { resumeSends } from "@/lib/sending/sends/stop-sends";

/** Takes the operator's own stop back. One that the chain's nonce caused stays. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: resumeForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await resumeSends({ ...input, actorId: session.user.id });
    return {};
  },
});
