import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { revokeInvitation } from "@/lib/people/members/change-invitation";

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
