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
 * Ends a membership: the next request of theirs for this merchant is refused, invitations of theirs
 * that nobody has accepted are taken back, what they ordered alone and is not signed is signed no
 * more, and they are told by mail. What else they did stays as it is, and so does what is left of
 * the 24 hours of rest after their new password. Everybody may leave by themselves; only owners
 * remove others.
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
  /** Who changes. */
  readonly actorId: string;
  /** Whose membership is changed. */
  readonly userId: string;
};

type MemberToChange = LockedMembers & {
  readonly actor: LockedMember;
  readonly member: LockedMember;
  /**
   * Nobody else is an owner who is not suspended: without this one nobody could change anything any
   * more.
   */
  readonly isLastOwner: boolean;
};

/**
 * The membership that is to be changed, under the merchant's lock. Whoever was an owner when they
 * asked may be none any more: two who take the role from each other at the same moment go one after
 * the other, and the second is refused. An owner who is suspended stays one until that is lifted:
 * it is what stops the merchant's payouts.
 * @throws AppError `forbidden` to who may not change it; `not_found` for who is no member;
 *   `refused` for a suspended owner
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
