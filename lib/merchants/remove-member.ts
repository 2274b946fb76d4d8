import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { takeHoldLocks } from "@/lib/guards/hold-lock-repo";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { carryRestOver } from "@/lib/merchants/carry-rest-over";
import { lockMember, type MemberChange } from "@/lib/merchants/lock-member";
import { tellOfFormerPayer } from "@/lib/merchants/mail-owners";
import { mailMember } from "@/lib/merchants/member-mail";
import { deleteMember, revokeInvitationsBy } from "@/lib/merchants/members-repo";
import { isAllowed } from "@/lib/merchants/role";

/**
 * Ends a membership: the next request of theirs for this merchant is refused, invitations of theirs that nobody has accepted are taken
 * back, what they ordered alone and is not signed is signed no more, and they are told by mail. What else they did stays as it is, and so does what is left of the 24 hours of rest after their new
 * password. Everybody may leave by themselves; only owners remove others.
 * @throws AppError `forbidden`, `not_found`; `refused` for the last owner
 */
export async function removeMember(change: MemberChange, now: Date): Promise<void> {
  const { merchantId, actorId, userId } = change;
  await withTransaction(async (tx) => {
    await takeHoldLocks(tx, [merchantId]);
    const { merchantName, actor, member, isLastOwner } = await lockMember(tx, change);
    const isSelf = actorId === userId;
    if (isLastOwner)
      throw new AppError(
        "refused",
        isSelf
          ? "You are the only owner. Make somebody else an owner before you leave."
          : "This is the only owner. Make somebody else an owner first.",
      );
    await carryRestOver(tx, change, { before: member.role, after: null });
    await deleteMember(tx, merchantId, userId);
    const invitationsRevoked = await revokeInvitationsBy(tx, { merchantId, invitedById: userId }, now);
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: isSelf ? "member.leave" : "member.remove",
      target: userId,
      detail: { member: member.email, ...(invitationsRevoked > 0 && { invitationsRevoked }) },
      before: { role: member.role },
    });
    await mailMember(tx, { merchantId, merchantName, member, by: actor, now }, { kind: isSelf ? "left" : "removed" });
    if (isAllowed(member.role, "payout.create"))
      await tellOfFormerPayer(tx, { merchantId, actorId, email: member.email, role: null });
  });
}
