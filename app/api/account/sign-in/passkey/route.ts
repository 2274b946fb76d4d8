import { z } from "zod";
import { askForPasskey, askForPasskeyInStep } from "@/lib/accounts/passkey-sign-in";
import { passkeyRequest } from "@/lib/accounts/second-factor-schema";
import { stranger } from "@/lib/dashboard/gates";
import { readCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { stepCookieName } from "@/lib/dashboard/step-cookie";

/** Asks for a passkey: any of this gateway, to sign in with it alone, or one of who has just entered their password. */
export const POST = sessionEndpoint({
  access: stranger(),
  input: z.object({ isSecondStep: z.boolean() }),
  output: passkeyRequest,
  handle: ({ input, ip, headers, now }) =>
    input.isSecondStep
      ? askForPasskeyInStep(readCookie(headers.get("cookie"), stepCookieName()), now)
      : askForPasskey(ip, now),
});
