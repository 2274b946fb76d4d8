import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { getSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { secondFactorView } from "@/lib/people/identity/second-factor-schema";

export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: secondFactorView,
  handle: ({ session }) => getSecondFactor(session.user.id),
});
