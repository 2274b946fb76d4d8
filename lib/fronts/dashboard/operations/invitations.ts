import { z } from "zod";
import { fresh, operator, person } from "@/lib/fronts/dashboard/gates";
import type { OperationContext } from "@/lib/fronts/dashboard/procedure";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import {
  acceptInvitationInput,
  invitationList,
  inviteMerchantInput,
  sentInvitation,
} from "@/lib/people/identity/schema";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";
import { resendInvitation, revokeInvitation } from "@/lib/people/members/change-invitation";
import { inviteMerchant } from "@/lib/people/members/invite-member";
import { listInvitations } from "@/lib/people/members/queries";

const operatorOf = ({ user }: SessionRow, { ip }: Pick<OperationContext, "ip">) => ({
  userId: user.id,
  name: user.name,
  ip,
});

/** What whoever is invited does, to a merchant or to open one. */
export const invitations = router({
  /** Accepts one for who is signed in; the secret of the link is in the body. */
  accept: operation(person())
    .input(acceptInvitationInput)
    .output(z.object({ merchantId: z.uuid() }))
    .mutation(({ ctx: { session, now }, input }) => acceptInvitation(input, session.user, now)),
});

/** Of the operator, to open a merchant of one's own. */
export const operatorInvitations = router({
  /** Who is invited and has not answered yet. */
  list: operation(operator())
    .output(invitationList)
    .query(async ({ ctx: { now } }) => ({ items: await listInvitations({ merchantId: null }, now) })),

  create: operation(fresh(operator()))
    .input(inviteMerchantInput)
    .output(sentInvitation)
    .mutation(({ ctx, input }) => inviteMerchant({ ...input, inviter: operatorOf(ctx.session, ctx) }, ctx.now)),

  /** Sends it again, with a new link; the one that was sent before works no more. */
  resend: operation(fresh(operator()))
    .input(byId)
    .output(sentInvitation)
    .mutation(({ ctx, input: { id } }) =>
      resendInvitation({ id, merchantId: null, inviter: operatorOf(ctx.session, ctx) }, ctx.now),
    ),

  revoke: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx, input: { id } }) => {
      await revokeInvitation({ id, merchantId: null, inviter: operatorOf(ctx.session, ctx) }, ctx.now);
      return {};
    }),
});
