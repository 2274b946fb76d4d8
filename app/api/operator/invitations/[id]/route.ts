import { z } from "zod";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { revokeInvitation } from "@/lib/people/members/change-invitation";

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
