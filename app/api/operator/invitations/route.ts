import { z } from "zod";
import { listInvitations } from "@/lib/accounts/invitation-queries";
import { inviteMerchant } from "@/lib/accounts/invite-merchant";
import { invitationList, inviteMerchantInput, sentInvitation } from "@/lib/accounts/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

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
