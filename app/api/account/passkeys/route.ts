import { addPasskey } from "@/lib/accounts/passkey-register";
import { addPasskeyInput, recoveryCodesView } from "@/lib/accounts/second-factor-schema";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Keeps the passkey that an authenticator made. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: addPasskeyInput,
  output: recoveryCodesView,
  handle: async ({ session, input, ip, now }) => ({
    recoveryCodes: await addPasskey({ userId: session.user.id, sessionId: session.id, ip }, input, now),
  }),
});
