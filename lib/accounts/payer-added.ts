import { membersPage } from "@/lib/accounts/account-pages";
import type { Tx } from "@/lib/db";
import { headerLine } from "@/lib/mail/mail-address";
import { queueMail } from "@/lib/mail/queue-mail";
import type { LockedMembers } from "@/lib/merchants/members-repo";
import { isAllowed, type MemberRole, ROLE_WORDS } from "@/lib/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/merchants/schema";
import { queueNotification } from "@/lib/notifications/notify-people";

export type NewPayer = {
  readonly merchantId: string;
  /** What lets them: an invitation, a change of role. Nobody is told twice of the same. */
  readonly reference: string;
  readonly email: string;
  readonly role: MemberRole;
  /** Name of who did it. */
  readonly by: string;
  readonly how: "joined" | "raised";
};

/**
 * Tells every owner of a merchant, by mail and in the app, who may pay out from now on and could not before: whose session was used to let
 * them learns of it here. The mail cannot be switched off. Of other roles nobody is told. `members`: as they were before; owners who are
 * suspended are told nothing.
 */
export async function tellOfNewPayer(tx: Tx, { merchantName, members }: LockedMembers, payer: NewPayer): Promise<void> {
  const { merchantId, reference, email, role, how } = payer;
  if (!isAllowed(role, "payout.create")) return;
  const { article, summary } = ROLE_WORDS[role];
  // Names of before may have several lines, which would look like ours.
  const [shop, by] = [headerLine(merchantName, NAME_CHARACTERS_MAX), headerLine(payer.by, NAME_CHARACTERS_MAX)];
  for (const owner of members.filter((member) => member.role === "owner" && !member.isBlocked)) {
    const paragraphs = [
      `Hello ${owner.name},`,
      `${email} is now ${article} at ${shop}, ${how === "joined" ? "invited" : "made so"} by ${by}. ${summary}`,
      `If that should not be, remove them at once and change your password: ${membersPage()}`,
    ];
    await queueMail(tx, {
      kind: how === "joined" ? "member-joined" : "member-raised",
      reference: `${reference}:${owner.userId}`,
      recipient: owner.email,
      subject: `${email} is now ${article} at ${shop}`,
      text: `${paragraphs.join("\n\n")}\n`,
    });
  }
  await queueNotification(tx, { kind: "payer_added", merchantId, reference, detail: { email, role, by } });
}
