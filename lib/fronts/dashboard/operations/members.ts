import { z } from "zod";
import type { Member } from "@/lib/fronts/dashboard/current-session";
import { fresh, member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { invitationList, inviteMemberInput, sentInvitation } from "@/lib/people/identity/schema";
import { resendInvitation, revokeInvitation } from "@/lib/people/members/change-invitation";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { inviteMember } from "@/lib/people/members/invite-member";
import { memberRoleInput, membersView } from "@/lib/people/members/members-schema";
import { listInvitations, listMembers } from "@/lib/people/members/queries";
import { removeMember } from "@/lib/people/members/remove-member";
import { requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";
import { wakeHeld } from "@/lib/sending/sends/tell-waiting";

const inviterOf = ({ session: { user } }: Member, ip: string) => ({ userId: user.id, name: user.name, ip });

/** Who works for the merchant, and who is invited to. */
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
      await changeMemberRole({ merchantId, actorId: session.user.id, userId, role }, now, wakeHeld);
      return {};
    }),

  remove: operation(fresh(member("member.change")))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input: { id: userId } }) => {
      await removeMember({ merchantId: member.merchantId, actorId: member.session.user.id, userId }, now);
      return {};
    }),

  /** Ends the person's own membership. */
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

  /** Who is invited to the merchant and has not answered yet. */
  invitations: operation(member("member.read"))
    .output(invitationList)
    .query(async ({ ctx: { member, now } }) => ({
      items: await listInvitations({ merchantId: member.merchantId }, now),
    })),

  /** Invites somebody to the merchant. */
  invite: operation(fresh(member("member.change")))
    .input(inviteMemberInput)
    .output(sentInvitation)
    .mutation(({ ctx: { member, ip, now }, input }) =>
      inviteMember({ ...input, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now),
    ),

  /** Sends an invitation again, with a new link. */
  resendInvitation: operation(fresh(member("member.change")))
    .input(byId)
    .output(sentInvitation)
    .mutation(({ ctx: { member, ip, now }, input }) =>
      resendInvitation({ id: input.id, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now),
    ),

  /** Takes an invitation back. */
  revokeInvitation: operation(member("member.change"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, ip, now }, input }) => {
      await revokeInvitation({ id: input.id, merchantId: member.merchantId, inviter: inviterOf(member, ip) }, now);
      return {};
    }),
});
