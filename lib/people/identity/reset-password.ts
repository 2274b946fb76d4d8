import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/link-secret";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import { forgetSignInsOf } from "@/lib/people/identity/limit-sign-in";
import { type AccountLink, endHalfSignIns, endLinks, findLink, spendLink } from "@/lib/people/identity/links-repo";
import { hashPassword } from "@/lib/people/identity/password";
import { assertPasswordAllowed } from "@/lib/people/identity/password-rules";
import type { ResetPasswordInput } from "@/lib/people/identity/schema";
import { listMemberships } from "@/lib/people/identity/session-queries";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { forgotPasswordPage } from "@/lib/people/merchants/mail-owners";
import { revokeInvitationsBy } from "@/lib/people/merchants/members-repo";
import { findUserById, updateUserPassword } from "@/lib/people/merchants/users-repo";

/** Whether a link for a new password still works, and for which address. */
export async function readResetLink(secret: string, now: Date): Promise<{ email: string } | null> {
  const link = await findResetLink(secret, now);
  return link && { email: link.email };
}

/**
 * Sets a new password by a link. Every session of the person ends, every other link, half-done sign-in and waiting invitation of theirs too; the
 * second factor stays and is asked for at the next sign-in. The time is kept, because money rests for 24 hours after it.
 * Tries that were counted against the password of before are forgotten.
 * @returns who they are, and the address to sign in with
 * @throws AppError `not_found` for a link that works no more; `invalid_request` naming `password`; `rate_limited`
 */
export async function resetPassword(
  { token, password }: ResetPasswordInput,
  ip: string,
  now: Date,
): Promise<{ email: string; userId: string }> {
  await limitAttempts("reset-password", { ip }, now);
  const link = await findResetLink(token, now);
  const user = link && (await findUserById(database(), link.userId));
  if (link === null || user === null || user.isBlocked) throw gone();
  const merchantNames = (await listMemberships(user.id)).map(({ merchantName }) => merchantName);
  assertPasswordAllowed("password", password, { ...user, merchantNames });
  const passwordHash = await hashPassword(password);
  await withTransaction(async (tx) => {
    if (!(await spendLink(tx, link.id, now))) throw gone();
    await updateUserPassword(tx, user.id, passwordHash, now);
    await revokeUserSessions(tx, user.id, "all", now);
    await endLinks(tx, user.id, now);
    await endHalfSignIns(tx, user.id);
    await forgetSignInsOf(tx, user);
    // Whoever had got in may have invited somebody who would get in again.
    const invitationsRevoked = await revokeInvitationsBy(tx, { invitedById: user.id }, now);
    const detail = invitationsRevoked > 0 ? { invitationsRevoked } : {};
    await recordAudit(tx, { actorId: user.id, action: "password.reset", target: user.id, detail });
    await mailNewPassword(tx, user);
  });
  return { email: user.email, userId: user.id };
}

async function findResetLink(secret: string, now: Date): Promise<AccountLink | null> {
  const tokenHash = hashOfLinkSecret(secret);
  return tokenHash && (await findLink(database(), tokenHash, "reset_password", now));
}

function gone(): AppError {
  return new AppError(
    "not_found",
    "This link is no longer valid: it was already used, or it expired after an hour. Request a new one.",
  );
}

/** Tells a person that their account has a new password, whoever set it. */
export async function mailNewPassword(
  tx: Tx,
  person: { readonly email: string; readonly name: string },
): Promise<void> {
  const paragraphs = [
    `Hello ${person.name},`,
    "your account has a new password, and every other browser is signed out. Your second factor, if you have one, is asked for as before. For 24 hours no money leaves the shops that you may pay out from.",
    `If that was not you, set another one at once and tell whoever runs this gateway: ${forgotPasswordPage()}`,
  ];
  await queueMail(tx, {
    kind: "new-password",
    reference: randomUUID(),
    recipient: person.email,
    subject: "Your password was changed",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}
