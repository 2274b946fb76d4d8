import { invitationPage } from "@/lib/accounts/account-pages";
import { mailInvitation } from "@/lib/accounts/invitation-mail";
import type { KeptLink } from "@/lib/accounts/invitations-repo";
import type { Tx } from "@/lib/db";
import { AppError, invariant } from "@/lib/errors";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/link-secret";
import { mailSender } from "@/lib/mail/mail-settings";
import { countInWindow, DAY_MS, emailKey, secondsLeft } from "@/lib/merchants/limit-attempts";
import type { MemberRole } from "@/lib/merchants/role";

/** Long enough for somebody on holiday, short enough for a mailbox that changes hands. */
const LIFE_MS = 7 * 24 * 3_600_000;
/** To one address within a day, from all merchants together: they go to people who did not ask for them. */
const MAILS_A_DAY_MAX = 10;

/** A secret that nobody has seen yet, and what of it is kept. */
export type NewLink = { readonly secret: string; readonly kept: KeptLink };

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
 * Mails the link; where the installation sends no mails, answers it for the inviter to hand over.
 * @throws AppError `rate_limited` when the address got as many as it may today
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

/** Counted in the mail's transaction: what is not sent takes nothing from the others. */
async function limitMails(tx: Tx, email: string, now: Date): Promise<void> {
  if ((await countInWindow(tx, emailKey("invitation-mail", email), DAY_MS, now)) <= MAILS_A_DAY_MAX) return;
  const retryAfterSeconds = secondsLeft(DAY_MS, now);
  throw new AppError("rate_limited", "No more invitations can be sent to this address today.", { retryAfterSeconds });
}
