import { z } from "zod";
import { anonymous } from "@/lib/fronts/dashboard/gates";
import { readCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { stepCookieName } from "@/lib/fronts/dashboard/step-cookie";
import { askForPasskey, askForPasskeyInStep } from "@/lib/people/identity/passkey-sign-in";
import { passkeyRequest } from "@/lib/people/identity/second-factor-schema";

/** Asks for a passkey: any of this gateway, to sign in with it alone, or one of who has just entered their password. */
export const POST = sessionEndpoint({
  access: anonymous(),
  input: z.object({ isSecondStep: z.boolean() }),
  output: passkeyRequest,
  handle: ({ input, ip, headers, now }) =>
    input.isSecondStep
      ? askForPasskeyInStep(readCookie(headers.get("cookie"), stepCookieName()), now)
      : askForPasskey(ip, now),
});
