import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { removePasskey, renamePasskey } from "@/lib/people/identity/passkey-register";
import { passkeyNameInput } from "@/lib/people/identity/second-factor-schema";

const named = z.object({ id: z.uuid() });

/** Gives it another name. */
export const POST = sessionEndpoint({
  access: person(),
  input: passkeyNameInput.extend(named.shape),
  output: z.object({}),
  handle: async ({ session, input }) => {
    await renamePasskey(session.user.id, input.id, input.name);
    return {};
  },
});

export const DELETE = sessionEndpoint({
  access: fresh(person()),
  input: named,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await removePasskey(session.user.id, input.id);
    return {};
  },
});
