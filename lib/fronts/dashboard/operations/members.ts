import { z } from "zod";
import type { Member } from "@/lib/fronts/dashboard/current-session";
import { fresh, member, operator, person } from "@/lib/fronts/dashboard/gates";
import { byId, done, type OperationContext, operation, router } from "@/lib/fronts/dashboard/procedure";
import {
  acceptInvitationInput,
  invitationList,
  inviteMemberInput,
  inviteMerchantInput,
  sentInvitation,
} from "@/lib/people/identity/schema";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";
import { resendInvitation, revokeInvitation } from "@/lib/people/members/change-invitation";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { inviteMember, inviteMerchant } from "@/lib/people/members/invite-member";
import { memberRoleInput, membersView } from "@/lib/people/members/members-schema";
import { listInvitations, listMembers } from "@/lib/people/members/queries";
import { removeMember } from "@/lib/people/members/remove-member";
import { requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

const operatorOf = ({ user }: SessionRow, { ip }: Pick<OperationContext, "ip">) => ({
  userId: user.id,
  name: user.name,
  ip,
});

/** Operations of an invited person, to join a merchant or to open one. */
export const invitations = router({
  /** Accepts an invitation for the signed-in user; the link's secret is in the body. */
  accept: operation(person())
    .input(acceptInvitationInput)
    .output(z.object({ merchantId: z.uuid() }))
    .mutation(({ ctx: { session, now }, input }) => acceptInvitation(input, session.user, now)),
});

/** The operator's invitations to open a merchant. */
export const operatorInvitations = router({
  /** Pending invitations. */
  list: operation(operator())
    .output(invitationList)
    .query(async ({ ctx: { now } }) => ({ items: await listInvitations({ merchantId: null }, now) })),

  create: operation(fresh(operator()))
    .input(inviteMerchantInput)
    .output(sentInvitation)
    .mutation(({ ctx, input }) => inviteMerchant({ ...input, inviter: operatorOf(ctx.session, ctx) }, ctx.now)),

  /** Sends a new link; the previous one becomes invalid. */
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

const inviterOf = ({ session: { user } }: Member, ip: string) => ({ userId: user.id, name: user.name, ip });

/** A merchant's members and invitations. */
export const members = router({
  list: operation(member("member.read"))
    .output(membersView)
    .query(({ ctx: { member } }) => {
      const { merchantId, role, session } = member;
      return listMembers(merchantId, { userId: session.user.id, role });
    }),

  changeRole: operation(fresh(member("member.change")))
    .input(byId.extend(memberRoleInput.shape))
    .output(done)
    .mutation(async ({ ctx: { member, now }, input: { id: userId, role } }) => {
      const { merchantId, session } = member;
      await changeMemberRole({ merchantId, actorId: session.user.id, userId, role }, now, retryHeldSends);
      return {};
    }),

  remove: operation(fresh(member("member.change")))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input: { id: userId } }) => {
      await removeMember({ merchantId: member.merchantId, actorId: member.session.user.id, userId }, now);
      return {};
    }),

  /** Ends the user's own membership. */
  leave: operation(fresh(member("merchant.read")))
    .output(done)
    .mutation(async ({ ctx: { member, now } }) => {
      const { id: userId } = member.session.user;
      await removeMember({ merchantId: member.merchantId, actorId: userId, userId }, now);
      return {};
    }),

  /** Whether every member of the merchant needs a second factor. */
  requireSecondFactor: operation(fresh(member("member.change")))
    .input(z.object({ isRequired: z.boolean() }))
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await requireSecondFactor(member, input.isRequired);
      return {};
    }),

  /** Pending invitations to the merchant. */
  invitations: operation(member("member.read"))
    .output(invitationList)
    .query(async ({ ctx: { member, now } }) => ({
      items: await listInvitations({ merchantId: member.merchantId }, now),
    })),

  invite: operation(fresh(member("member.change")))
    .input(inviteMemberInput)
    .output(sentInvitation)
    .mutation(({ ctx: { member, ip, now }, input }) =>
      inviteMember({ ...input, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now),
    ),

  /** Resends an invitation with a new link. */
  resendInvitation: operation(fresh(member("member.change")))
    .input(byId)
    .output(sentInvitation)
    .mutation(({ ctx: { member, ip, now }, input }) =>
      resendInvitation({ id: input.id, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now),
    ),

  revokeInvitation: operation(member("member.change"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, ip, now }, input }) => {
      await revokeInvitation({ id: input.id, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now);
      return {};
    }),
});
