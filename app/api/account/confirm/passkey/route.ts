import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { askPersonForPasskey } from "@/lib/people/identity/passkey-sign-in";
import { passkeyRequest } from "@/lib/people/identity/second-factor-schema";

/** Asks for one of the person's passkeys, to confirm that it is them. */
export const POST = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: passkeyRequest,
  handle: ({ session, now }) => askPersonForPasskey(session.user.id, now),
});
