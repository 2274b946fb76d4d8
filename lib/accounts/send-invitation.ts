import { invitationPage } from "@/lib/accounts/account-pages";
import { mailInvitation } from "@/lib/accounts/invitation-mail";
import type { KeptLink } from "@/lib/accounts/invitations-repo";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/link-secret";
import { mailSender } from "@/lib/mail/mail-settings";
import type { MemberRole } from "@/lib/merchants/role";

/** Long enough for somebody on holiday, short enough for a mailbox that changes hands. */
const LIFE_MS = 7 * 24 * 3_600_000;

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

/** Mails the link; where the installation sends no mails, answers it for the inviter to hand over. */
export async function sendInvitation(
  tx: Tx,
  invitation: InvitationToSend,
  { secret, kept }: NewLink,
): Promise<string | null> {
  if (!kept.isMailed) return invitationPage(secret);
  await mailInvitation(tx, { ...invitation, secret, now: kept.createdAt });
  return null;
}
