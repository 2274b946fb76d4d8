import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { resumeForm } from "@/lib/operations/stops-schema";
import { resumeSends } from "@/lib/sends/resume-sends";

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
