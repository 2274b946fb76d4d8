import { invitationPage } from "@/lib/accounts/account-pages";
import type { Tx } from "@/lib/db";
import { headerLine } from "@/lib/mail/mail-address";
import { queueMail } from "@/lib/mail/queue-mail";
import { type MemberRole, ROLE_WORDS } from "@/lib/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/merchants/schema";

export type InvitationMail = {
  readonly id: string;
  readonly email: string;
  readonly invitedBy: string;
  /** Null: to open a merchant. */
  readonly to: { readonly merchantName: string; readonly role: MemberRole } | null;
  readonly secret: string;
  readonly now: Date;
};

/** Sends the link. False where this installation sends no mails. */
export function mailInvitation(tx: Tx, mail: InvitationMail): Promise<boolean> {
  return queueMail(tx, {
    kind: "invitation",
    reference: `${mail.id}:${mail.now.toISOString()}`,
    recipient: mail.email,
    isSecret: true,
    ...writeInvitationMail(mail),
  });
}

function writeInvitationMail({ invitedBy, to, secret }: InvitationMail): { subject: string; text: string } {
  // Names of before may have several lines, which would look like ours.
  const inviter = headerLine(invitedBy, NAME_CHARACTERS_MAX);
  const what =
    to === null
      ? `${inviter} invites you to take payments with this gateway, in a shop of your own.`
      : `${inviter} invites you to ${headerLine(to.merchantName, NAME_CHARACTERS_MAX)}, as ${ROLE_WORDS[to.role].article}. ${ROLE_WORDS[to.role].summary}`;
  const paragraphs = [
    "Hello,",
    what,
    "To accept, open this page. The link works once, for seven days:",
    invitationPage(secret),
    "If you do not know who that is, do nothing: without the link nobody gets in.",
  ];
  const subject = to === null ? "An invitation to open a shop" : `An invitation to ${to.merchantName}`;
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}
