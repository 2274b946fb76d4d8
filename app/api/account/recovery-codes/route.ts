import { z } from "zod";
import { recoveryCodesView } from "@/lib/accounts/second-factor-schema";
import { renewRecoveryCodes } from "@/lib/accounts/second-factor-set-up";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** A new set in the place of the one before, shown this once. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: z.object({}),
  output: recoveryCodesView,
  handle: async ({ session }) => ({ recoveryCodes: await renewRecoveryCodes(session.user.id) }),
});
