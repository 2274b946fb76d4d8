import { hashOfLinkSecret, newLinkSecret } from "@/lib/kernel/crypto/secrets";
import type { Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { countInWindow, DAY_MS, emailKey, secondsLeft } from "@/lib/people/identity/limit-attempts";
import type { StoredLink } from "@/lib/people/members/invitations-repo";
import { invitationPage } from "@/lib/people/merchants/mail-owners";
import { type MemberRole, ROLE_LABELS } from "@/lib/people/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/people/merchants/schema";

/** Long enough for somebody on holiday, short enough for a mailbox that changes hands. */
const LIFE_MS = 7 * 24 * 3_600_000;
/** To one address within a day, from all merchants together: the mails are unsolicited. */
const MAILS_A_DAY_MAX = 10;

/** A secret that nobody has seen yet, and what is stored of it. */
export type NewLink = { readonly secret: string; readonly kept: StoredLink };

export function newInvitationLink(now: Date): NewLink {
  const secret = newLinkSecret();
  const tokenHash = hashOfLinkSecret(secret);
  invariant(tokenHash, "a new secret has the form of one");
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  return { secret, kept: { tokenHash, isMailed: mailSender() !== null, createdAt: now, expiresAt } };
}

export type InvitationToSend = {
  readonly id: string;
  readonly email: string;
  readonly invitedBy: string;
  readonly to: { readonly merchantName: string; readonly role: MemberRole } | null;
};

/**
 * Mails the link; if mail is disabled, returns it for the inviter to hand over.
 * @throws AppError `rate_limited` when the address has received its daily maximum
 */
export async function sendInvitation(
  tx: Tx,
  invitation: InvitationToSend,
  { secret, kept }: NewLink,
): Promise<string | null> {
  if (!kept.isMailed) return invitationPage(secret);
  await limitMails(tx, invitation.email, kept.createdAt);
  await mailInvitation(tx, { ...invitation, secret, now: kept.createdAt });
  return null;
}

/** Counted in the mail's transaction: what is not sent uses up nothing. */
async function limitMails(tx: Tx, email: string, now: Date): Promise<void> {
  if ((await countInWindow(tx, emailKey("invitation-mail", email), DAY_MS, now)) <= MAILS_A_DAY_MAX) return;
  const retryAfterSeconds = secondsLeft(DAY_MS, now);
  throw new AppError("rate_limited", "No more invitations can be sent to this address today.", { retryAfterSeconds });
}

type InvitationMail = {
  readonly id: string;
  readonly email: string;
  readonly invitedBy: string;
  /** Null: to open a merchant. */
  readonly to: { readonly merchantName: string; readonly role: MemberRole } | null;
  readonly secret: string;
  readonly now: Date;
};

/** Sends the link. False if mail is disabled. */
function mailInvitation(tx: Tx, mail: InvitationMail): Promise<boolean> {
  return queueMail(tx, {
    kind: "invitation",
    reference: `${mail.id}:${mail.now.toISOString()}`,
    recipient: mail.email,
    isSecret: true,
    ...writeInvitationMail(mail),
  });
}

function writeInvitationMail({ invitedBy, to, secret }: InvitationMail): { subject: string; text: string } {
  // Older names may contain line breaks, which could pass for the mail's own text.
  const inviter = headerLine(invitedBy, NAME_CHARACTERS_MAX);
  const what =
    to === null
      ? `${inviter} invites you to open a shop and accept payments with this gateway.`
      : `${inviter} invites you to ${headerLine(to.merchantName, NAME_CHARACTERS_MAX)} as ${ROLE_LABELS[to.role].article}. ${ROLE_LABELS[to.role].summary}`;
  const paragraphs = [
    "Hello,",
    what,
    "To accept, open this page. The link works once and expires in seven days:",
    invitationPage(secret),
    "If you do not know this person, ignore this mail: the invitation only works with this link.",
  ];
  const subject = to === null ? "Invitation to open a shop" : `Invitation to ${to.merchantName}`;
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}
