import { addPasskey } from "@/lib/accounts/passkey-register";
import { addPasskeyInput, recoveryCodesView } from "@/lib/accounts/second-factor-schema";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
