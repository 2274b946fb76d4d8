import { z } from "zod";
import { listInvitations } from "@/lib/accounts/invitation-queries";
import { inviteMember } from "@/lib/accounts/invite-member";
import { invitationList, inviteMemberInput, sentInvitation } from "@/lib/accounts/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Who is invited to the merchant and has not answered yet. */
export const GET = sessionEndpoint({
  access: member("member.read"),
  input: z.object({}),
  output: invitationList,
  handle: async ({ member: { merchantId }, now }) => ({ items: await listInvitations({ merchantId }, now) }),
});

/** Invites somebody to the merchant. */
export const POST = sessionEndpoint({
  access: fresh(member("member.change")),
  input: inviteMemberInput,
  output: sentInvitation,
  handle: ({ member: { merchantId, session }, input, ip, now }) => {
    const inviter = { userId: session.user.id, name: session.user.name, ip };
    return inviteMember({ ...input, merchantId, inviter }, now);
  },
});
