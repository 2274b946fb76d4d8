import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionCookie } from "@/lib/fronts/dashboard/session-cookie";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { confirmTotpInput, recoveryCodesView } from "@/lib/people/identity/second-factor-schema";
import { confirmTotp } from "@/lib/people/identity/second-factor-set-up";

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
