import { type Invitation, lockPeople } from "@/lib/accounts/invitations-repo";
import type { Tx } from "@/lib/db";
import type { LockedMembers } from "@/lib/merchants/members-repo";
import { isAllowed } from "@/lib/merchants/role";

/**
 * Whether whoever sent an invitation may still send it: not suspended, and at this moment somebody who may change the merchant's members, or
 * an operator where it is to open one. Their row and that of who accepts are held until the transaction ends, so that suspending them waits.
 */
export async function isInviterTrusted(
  tx: Tx,
  { merchantId, invitedById }: Pick<Invitation, "merchantId" | "invitedById">,
  { members, userId }: { readonly members: LockedMembers["members"]; readonly userId: string },
): Promise<boolean> {
  const inviter = (await lockPeople(tx, [invitedById, userId])).find(({ id }) => id === invitedById);
  if (inviter === undefined || inviter.isBlocked) return false;
  if (merchantId === null) return inviter.isOperator;
  return members.some((one) => one.userId === invitedById && isAllowed(one.role, "member.change"));
}
