import { cookies } from "next/headers";
import { z } from "zod";
import { askForPasskey, askForPasskeyInStep } from "@/lib/accounts/passkey-sign-in";
import { passkeyRequest } from "@/lib/accounts/second-factor-schema";
import { stranger } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { stepCookieName } from "@/lib/dashboard/step-cookie";

/** Asks for a passkey: any of this gateway, to sign in with it alone, or one of who has just entered their password. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: z.object({ isSecondStep: z.boolean() }),
  output: passkeyRequest,
  handle: async ({ input, ip, now }) =>
    input.isSecondStep
      ? askForPasskeyInStep((await cookies()).get(stepCookieName())?.value, now)
      : askForPasskey(ip, now),
});
