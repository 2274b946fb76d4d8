import { z } from "zod";
import { revokeInvitation } from "@/lib/accounts/change-invitation";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Takes an invitation back. */
export const DELETE = sessionEndpoint({
  access: member("member.change"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input, ip, now }) => {
    const inviter = { userId: session.user.id, name: session.user.name, ip };
    await revokeInvitation({ id: input.id, merchantId, inviter }, now);
    return {};
  },
});
