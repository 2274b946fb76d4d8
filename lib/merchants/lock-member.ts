import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { type LockedMember, type LockedMembers, lockMembers } from "@/lib/merchants/members-repo";
import { isAllowed } from "@/lib/merchants/role";

export type MemberChange = {
  readonly merchantId: string;
  /** Who changes. */
  readonly actorId: string;
  /** Whose membership is changed. */
  readonly userId: string;
};

export type MemberToChange = LockedMembers & {
  readonly actor: LockedMember;
  readonly member: LockedMember;
  /** Nobody else is an owner who is not suspended: without this one nobody could change anything any more. */
  readonly isLastOwner: boolean;
};

/**
 * The membership that is to be changed, under the merchant's lock. Whoever was an owner when they asked may be none any more: two who take
 * the role from each other at the same moment go one after the other, and the second is refused.
 * An owner who is suspended stays one until that is lifted: it is what stops the merchant's payouts.
 * @throws AppError `forbidden` to who may not change it; `not_found` for who is no member; `refused` for a suspended owner
 */
export async function lockMember(tx: Tx, { merchantId, actorId, userId }: MemberChange): Promise<MemberToChange> {
  const locked = await lockMembers(tx, merchantId);
  const actor = locked?.members.find((one) => one.userId === actorId);
  const isSelf = actorId === userId;
  if (!locked || !actor || !(isSelf || isAllowed(actor.role, "member.change")))
    throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
  const member = locked.members.find((one) => one.userId === userId);
  if (member === undefined) throw new AppError("not_found", "They are no member of this merchant any more.");
  if (member.role === "owner" && member.isBlocked)
    throw new AppError("refused", "This owner is suspended. Ask whoever runs this gateway to lift that first.");
  const others = locked.members.filter((one) => one.role === "owner" && !one.isBlocked && one.userId !== userId);
  return {
    ...locked,
    actor,
    member,
    isLastOwner: member.role === "owner" && others.length === 0,
  };
}
