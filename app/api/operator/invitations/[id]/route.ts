import { z } from "zod";
import { revokeInvitation } from "@/lib/accounts/change-invitation";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Takes an invitation to open a merchant back. */
export const DELETE = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ session: { user }, input, ip, now }) => {
    const inviter = { userId: user.id, name: user.name, ip };
    await revokeInvitation({ id: input.id, merchantId: null, inviter }, now);
    return {};
  },
});
