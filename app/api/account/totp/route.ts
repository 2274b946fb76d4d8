import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { startedTotp, startTotpInput } from "@/lib/people/identity/second-factor-schema";
import { startTotp } from "@/lib/people/identity/second-factor-set-up";

/** Makes a secret for an authenticator app, which counts for nothing until a code of it was shown. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: startTotpInput,
  output: startedTotp,
  handle: ({ session, input, ip, now }) =>
    startTotp({ userId: session.user.id, sessionId: session.id, ip }, input.password, now),
});
