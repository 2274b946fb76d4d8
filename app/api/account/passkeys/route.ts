import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { addPasskey } from "@/lib/people/identity/passkey-register";
import { addPasskeyInput, recoveryCodesView } from "@/lib/people/identity/second-factor-schema";

/** Keeps the passkey that an authenticator made. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: addPasskeyInput,
  output: recoveryCodesView,
  handle: async ({ session, input, ip, now, setCookie }) => {
    const who = { userId: session.user.id, sessionId: session.id, ip };
    const { recoveryCodes, sessionId } = await addPasskey(who, input, now);
    setCookie(await sessionCookie(sessionId));
    return { recoveryCodes };
  },
});
