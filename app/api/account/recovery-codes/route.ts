import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { recoveryCodesView } from "@/lib/people/identity/second-factor-schema";
import { renewRecoveryCodes } from "@/lib/people/identity/second-factor-set-up";

/** A new set in the place of the one before, shown this once. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: z.object({}),
  output: recoveryCodesView,
  handle: async ({ session }) => ({ recoveryCodes: await renewRecoveryCodes(session.user.id) }),
});
