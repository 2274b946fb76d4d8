import { membersPage } from "@/lib/accounts/account-pages";
import type { Tx } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import type { LockedMembers } from "@/lib/merchants/members-repo";
import { isAllowed, type MemberRole, ROLE_WORDS } from "@/lib/merchants/role";

export type Joined = {
  /** Of the invitation: it names the mail. */
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string;
};

/**
 * Tells every owner of a merchant by mail who has joined it, where that is somebody who may pay out: whose session was used to invite them
 * learns of it here. `members`: as they were before; owners who are suspended are told nothing.
 */
export async function mailOwnersOfJoined(tx: Tx, { merchantName, members }: LockedMembers, joined: Joined) {
  if (!isAllowed(joined.role, "payout.create")) return;
  const { id, email, role, invitedBy } = joined;
  const { article, summary } = ROLE_WORDS[role];
  for (const owner of members.filter((member) => member.role === "owner" && !member.isBlocked)) {
    const paragraphs = [
      `Hello ${owner.name},`,
      `${email} is now ${article} at ${merchantName}, invited by ${invitedBy}. ${summary}`,
      `If that should not be, remove them at once and change your password: ${membersPage()}`,
    ];
    await queueMail(tx, {
      kind: "member-joined",
      reference: `${id}:${owner.userId}`,
      recipient: owner.email,
      subject: `${email} is now ${article} at ${merchantName}`,
      text: `${paragraphs.join("\n\n")}\n`,
    });
  }
}
