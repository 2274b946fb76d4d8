import { confirmTotpInput, recoveryCodesView } from "@/lib/accounts/second-factor-schema";
import { confirmTotp } from "@/lib/accounts/second-factor-set-up";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionCookie } from "@/lib/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** The app shows a right code: it is asked for from now on. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: confirmTotpInput,
  output: recoveryCodesView,
  handle: async ({ session, input, ip, now, setCookie }) => {
    const who = { userId: session.user.id, sessionId: session.id, ip };
    const { recoveryCodes, sessionId } = await confirmTotp(who, input.code, now);
    setCookie(await sessionCookie(sessionId));
    return { recoveryCodes };
  },
});
