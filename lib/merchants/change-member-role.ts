import { tellOfNewPayer } from "@/lib/accounts/payer-added";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { takeHoldLocks } from "@/lib/guards/hold-lock-repo";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { carryRestOver } from "@/lib/merchants/carry-rest-over";
import { lockMember, type MemberChange } from "@/lib/merchants/lock-member";
import { tellOfFormerPayer } from "@/lib/merchants/mail-owners";
import { mailMember } from "@/lib/merchants/member-mail";
import { revokeInvitationsBy, updateMemberRole } from "@/lib/merchants/members-repo";
import { noteNewDecider } from "@/lib/merchants/note-new-decider";
import { isAllowed, type MemberRole } from "@/lib/merchants/role";
import { wakeHeld } from "@/lib/sends/wake-held";

/**
 * Gives a member another role: it holds from their next request on, and they are told by mail; so are the owners where the role
 * may pay out and the one before could not, or the other way round. Who may not change members any more leaves
 * no invitation behind that would let somebody in, and what they ordered alone and is not signed waits while they may not pay out. The role that they have already changes nothing.
 * @throws AppError `forbidden`, `not_found`; `refused` for the last owner
 */
export async function changeMemberRole(change: MemberChange & { readonly role: MemberRole }, now: Date): Promise<void> {
  const { merchantId, actorId, userId, role } = change;
  await withTransaction(async (tx) => {
    await takeHoldLocks(tx, [merchantId]);
    const { isLastOwner, ...team } = await lockMember(tx, change);
    const { merchantName, actor, member } = team;
    if (!isAllowed(actor.role, "member.change"))
      throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
    if (member.role === role) return;
    if (isLastOwner) throw new AppError("refused", "This is the only owner. Make somebody else an owner first.");
    await carryRestOver(tx, change, { before: member.role, after: role });
    await updateMemberRole(tx, merchantId, userId, role);
    if (!isAllowed(member.role, "review.decide")) await noteNewDecider(tx, merchantId, role, now);
    const invitationsRevoked = isAllowed(role, "member.change")
      ? 0
      : await revokeInvitationsBy(tx, { merchantId, invitedById: userId }, now);
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: "member.change-role",
      target: userId,
      detail: { member: member.email, ...(invitationsRevoked > 0 && { invitationsRevoked }) },
      before: { role: member.role },
      after: { role },
    });
    if (!isAllowed(member.role, "payout.create")) {
      await wakeHeld(tx, [merchantId]);
      const reference = `${merchantId}:${userId}:${now.toISOString()}`;
      const raised = { merchantId, reference, email: member.email, role, by: actor.name, how: "raised" as const };
      await tellOfNewPayer(tx, team, raised);
    } else await tellOfFormerPayer(tx, { merchantId, actorId, email: member.email, role });
    await mailMember(tx, { merchantId, merchantName, member, by: actor, now }, { kind: "role", role });
  });
}
