import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { startPasskey } from "@/lib/people/identity/passkey-register";
import { passkeyRequest } from "@/lib/people/identity/second-factor-schema";

/** What an authenticator is asked to make. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: z.object({}),
  output: passkeyRequest,
  handle: ({ session, now }) => startPasskey(session.user, now),
});
