import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { sentInvitation } from "@/lib/people/identity/schema";
import { resendInvitation } from "@/lib/people/members/change-invitation";

/** Sends an invitation again, with a new link. */
export const POST = sessionEndpoint({
  access: fresh(member("member.change")),
  input: z.object({ id: z.uuid() }),
  output: sentInvitation,
  handle: ({ member: { merchantId, session }, input, ip, now }) => {
    const inviter = { userId: session.user.id, name: session.user.name, ip };
    return resendInvitation({ id: input.id, merchantId, inviter }, now);
  },
});
