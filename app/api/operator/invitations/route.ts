import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { invitationList, inviteMerchantInput, sentInvitation } from "@/lib/people/identity/schema";
import { listInvitations } from "@/lib/people/members/invitation-queries";
import { inviteMerchant } from "@/lib/people/members/invite-member";

/** Who is invited to open a merchant and has not answered yet. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: invitationList,
  handle: async ({ now }) => ({ items: await listInvitations({ merchantId: null }, now) }),
});

/** Invites somebody to open a merchant of their own. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: inviteMerchantInput,
  output: sentInvitation,
  handle: ({ session: { user }, input, ip, now }) =>
    inviteMerchant({ ...input, inviter: { userId: user.id, name: user.name, ip } }, now),
});
