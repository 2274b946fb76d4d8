import { randomUUID } from "node:crypto";
import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { clearAttempts, limitAttempts } from "@/lib/people/identity/limit-attempts";
import { clearSignInAttemptsOf } from "@/lib/people/identity/limit-sign-in";
import { type AccountLink, endHalfSignIns, endLinks, findLink, spendLink } from "@/lib/people/identity/links-repo";
import { hashPassword, isPasswordRight } from "@/lib/people/identity/password";
import { assertPasswordAllowed } from "@/lib/people/identity/password-rules";
import type { ResetPasswordInput } from "@/lib/people/identity/schema";
import { listMemberships, renewSession } from "@/lib/people/identity/session-queries";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { clearWrongConfirmations, recordWrongConfirmation } from "@/lib/people/identity/wrong-codes";
import { forgotPasswordPage } from "@/lib/people/merchants/mail-owners";
import { revokeInvitationsBy } from "@/lib/people/merchants/members-repo";
import type { ChangePasswordInput } from "@/lib/people/merchants/schema";
import { findUserById, lockWithPassword, updateUserName, updateUserPassword } from "@/lib/people/merchants/users-repo";

type PasswordChanger = { readonly userId: string; readonly sessionId: string; readonly ip: string };

/**
 * Sets a new password when the current one is right, and ends every session of the user and the
 * invitations they sent: an intruder is locked out. Stores the time of the change, because payouts
 * stop for 24 hours after it. A wrong password counts together with every other failed identity
 * check.
 * @returns the id of the session that replaces the caller's
 * @throws AppError `invalid_request` naming `current` or `next`; `rate_limited`
 */
export async function changePassword(who: PasswordChanger, input: ChangePasswordInput, now: Date): Promise<string> {
  const user = await findUserById(database(), who.userId);
  if (user === null) throw new AppError("signed_out", "Sign in again.");
  await limitAttempts("confirm", { email: who.sessionId, ip: who.ip }, now);
  if (!(await isPasswordRight(user.passwordHash, input.current))) {
    await recordWrongConfirmation(user.id, now);
    throw notCurrent();
  }
  await clearAttempts("confirm", who.sessionId);
  await clearWrongConfirmations(user.id);
  if (input.next === input.current) {
    throw new AppError("invalid_request", "Choose another password.", {
      fields: { next: ["This is your current password."] },
    });
  }
  const merchantNames = (await listMemberships(user.id)).map(({ merchantName }) => merchantName);
  assertPasswordAllowed("next", input.next, { ...user, merchantNames });
  const passwordHash = await hashPassword(input.next);
  return await withTransaction(async (tx) => {
    if (!(await lockWithPassword(tx, user))) throw notCurrent();
    await updateUserPassword(tx, user.id, passwordHash, now);
    const renewed = await renewSession(tx, who.sessionId, {}, now);
    await revokeUserSessions(tx, user.id, { except: renewed }, now);
    // Links that somebody else requested, even to another mailbox, and sign-ins begun with the old
    // password.
    await endLinks(tx, user.id, now);
    await endHalfSignIns(tx, user.id);
    // An intruder may have invited somebody in order to get in again.
    const invitationsRevoked = await revokeInvitationsBy(tx, { invitedById: user.id }, now);
    const detail = invitationsRevoked > 0 ? { invitationsRevoked } : {};
    await recordAudit(tx, { actorId: user.id, action: "password.change", target: user.id, detail });
    await mailNewPassword(tx, user);
    return renewed;
  });
}

function notCurrent(): AppError {
  return new AppError("invalid_request", "The current password is wrong.", {
    fields: { current: ["Wrong password."] },
  });
}

/** Changes the name that colleagues see. */
export async function updateProfile(userId: string, input: { name: string }): Promise<void> {
  await withTransaction(async (tx) => {
    const before = await findUserById(tx, userId);
    await updateUserName(tx, userId, input.name);
    const change = changedFields({ name: before?.name ?? null }, input);
    await recordAudit(tx, { actorId: userId, action: "profile.change", target: userId, ...change });
  });
}

/** Returns the address of a password reset link; null if it no longer works. */
export async function readResetLink(secret: string, now: Date): Promise<{ email: string } | null> {
  const link = await findResetLink(secret, now);
  return link && { email: link.email };
}

/**
 * Sets a new password by a link. Ends every session of the person, and their other links, pending
 * sign-ins and waiting invitations; the second factor stays and is required at the next sign-in.
 * Stores the time, because a 24-hour cooldown follows. Clears the attempts counted against the old
 * password.
 * @returns the user and the address to sign in with
 * @throws AppError `not_found` for a link that no longer works; `invalid_request` naming
 *   `password`; `rate_limited`
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
    await clearSignInAttemptsOf(tx, user);
    // An intruder may have invited somebody in order to get in again.
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

/** Notifies a person that their account has a new password, whoever set it. */
async function mailNewPassword(tx: Tx, person: { readonly email: string; readonly name: string }): Promise<void> {
  const paragraphs = [
    `Hello ${person.name},`,
    "Your password was changed, and all other browsers were signed out. Two-factor authentication, if you use it, is still on. Payouts of the shops you can pay out from are on hold for 24 hours.",
    `If this was not you, set a new password immediately and contact the operator of this gateway: ${forgotPasswordPage()}`,
  ];
  await queueMail(tx, {
    kind: "new-password",
    reference: randomUUID(),
    recipient: person.email,
    subject: "Your password was changed",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}
