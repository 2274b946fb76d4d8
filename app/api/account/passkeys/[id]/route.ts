import { z } from "zod";
import { removePasskey, renamePasskey } from "@/lib/accounts/passkey-change";
import { passkeyNameInput } from "@/lib/accounts/second-factor-schema";
import { fresh } from "@/lib/dashboard/fresh";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
