import { z } from "zod";
import { startPasskey } from "@/lib/accounts/passkey-register";
import { passkeyRequest } from "@/lib/accounts/second-factor-schema";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** What an authenticator is asked to make. */
export const POST = sessionEndpoint({
  access: fresh(person()),
  input: z.object({}),
  output: passkeyRequest,
  handle: ({ session, now }) => startPasskey(session.user, now),
});
