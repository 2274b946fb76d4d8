import { startedTotp, startTotpInput } from "@/lib/accounts/second-factor-schema";
import { startTotp } from "@/lib/accounts/second-factor-set-up";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Makes a secret for an authenticator app, which counts for nothing until a code of it was shown. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: startTotpInput,
  output: startedTotp,
  handle: ({ session, input, ip, now }) =>
    startTotp({ userId: session.user.id, sessionId: session.id, ip }, input.password, now),
});
