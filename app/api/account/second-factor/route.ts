import { z } from "zod";
import { getSecondFactor } from "@/lib/accounts/second-factor-queries";
import { secondFactorView } from "@/lib/accounts/second-factor-schema";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: secondFactorView,
  handle: ({ session }) => getSecondFactor(session.user.id),
});
