import { z } from "zod";
import { readCookie, stepCookieName } from "@/lib/fronts/dashboard/cookies";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { askForPasskey, askForPasskeyInStep } from "@/lib/people/identity/passkey-sign-in";
import { passkeyRequest } from "@/lib/people/identity/second-factor-schema";

/**
 * Requests a passkey challenge: for any passkey of this gateway, to sign in with it alone, or for
 * those of the user who has just entered their password.
 */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: z.object({ isSecondStep: z.boolean() }),
  output: passkeyRequest,
  handle: ({ input, ip, headers, now }) =>
    input.isSecondStep
      ? askForPasskeyInStep(readCookie(headers.get("cookie"), stepCookieName()), now)
      : askForPasskey(ip, now),
});
