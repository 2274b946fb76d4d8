import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { takeHoldLocks } from "@/lib/people/guards/repo";
import { mailMember } from "@/lib/people/members/member-mail";
import { transferCooldownToMerchant } from "@/lib/people/merchants/limits-repo";
import { notifyOfFormerPayer } from "@/lib/people/merchants/mail-owners";
import {
  deleteMember,
  type LockedMember,
  type LockedMembers,
  lockMembers,
  revokeInvitationsBy,
} from "@/lib/people/merchants/members-repo";
import { isAllowed } from "@/lib/people/merchants/role";

/**
 * Ends a membership: the member's next request for this merchant is rejected, their pending
 * invitations are revoked, unsigned outflows that they requested alone are no longer signed, and
 * they are notified by mail. Everything else they did stays, and so does what remains of the
 * 24-hour cooldown after their new password. Everybody may leave; only owners remove others.
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
          ? "You are the only owner. Make someone else an owner before you leave."
          : "This is the only owner. Make someone else an owner first.",
      );
    await transferCooldownToMerchant(tx, change, { before: member.role, after: null });
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
      await notifyOfFormerPayer(tx, { merchantId, actorId, email: member.email, role: null });
  });
}

export type MemberChange = {
  readonly merchantId: string;
  /** Who makes the change. */
  readonly actorId: string;
  /** Whose membership is changed. */
  readonly userId: string;
};

type MemberToChange = LockedMembers & {
  readonly actor: LockedMember;
  readonly member: LockedMember;
  /** No other owner is active: without this one nobody could change anything any more. */
  readonly isLastOwner: boolean;
};

/**
 * Returns the membership to change, under the merchant's lock. The caller may have stopped being an
 * owner since the request: two owners who demote each other concurrently are serialised, and the
 * second is rejected. A suspended owner stays an owner until the suspension is lifted: that is what
 * stops the merchant's payouts.
 * @throws AppError `forbidden` if the caller may not change it; `not_found` for a person who is not
 *   a member; `refused` for a suspended owner
 */
export async function lockMember(tx: Tx, { merchantId, actorId, userId }: MemberChange): Promise<MemberToChange> {
  const locked = await lockMembers(tx, merchantId);
  const actor = locked?.members.find((one) => one.userId === actorId);
  const isSelf = actorId === userId;
  if (!locked || !actor || !(isSelf || isAllowed(actor.role, "member.change")))
    throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
  const member = locked.members.find((one) => one.userId === userId);
  if (member === undefined) throw new AppError("not_found", "This person is no longer a member of this merchant.");
  if (member.role === "owner" && member.isBlocked)
    throw new AppError("refused", "This owner is suspended. Ask the operator of this gateway to unsuspend them first.");
  const others = locked.members.filter((one) => one.role === "owner" && !one.isBlocked && one.userId !== userId);
  return {
    ...locked,
    actor,
    member,
    isLastOwner: member.role === "owner" && others.length === 0,
  };
}
