import { z } from "zod";
import { askPersonForPasskey } from "@/lib/accounts/passkey-sign-in";
import { passkeyRequest } from "@/lib/accounts/second-factor-schema";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Asks for one of the person's passkeys, to confirm that it is them. */
export const POST = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: passkeyRequest,
  handle: ({ session, now }) => askPersonForPasskey(session.user.id, now),
});
