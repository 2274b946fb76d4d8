import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { invitationList, inviteMemberInput, sentInvitation } from "@/lib/people/identity/schema";
import { listInvitations } from "@/lib/people/members/invitation-queries";
import { inviteMember } from "@/lib/people/members/invite-member";

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
