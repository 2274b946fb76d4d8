import { z } from "zod";
import { resendInvitation } from "@/lib/accounts/change-invitation";
import { sentInvitation } from "@/lib/accounts/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
