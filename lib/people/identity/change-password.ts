import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { forgetAttempts, limitAttempts } from "@/lib/people/identity/limit-attempts";
import { endHalfSignIns, endLinks } from "@/lib/people/identity/links-repo";
import { hashPassword, isPasswordRight } from "@/lib/people/identity/password";
import { assertPasswordAllowed } from "@/lib/people/identity/password-rules";
import { mailNewPassword } from "@/lib/people/identity/reset-password";
import { listMemberships, renewSession } from "@/lib/people/identity/session-queries";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { forgetWrongConfirmations, noteWrongConfirmation } from "@/lib/people/identity/wrong-codes";
import { revokeInvitationsBy } from "@/lib/people/merchants/members-repo";
import type { ChangePasswordInput } from "@/lib/people/merchants/schema";
import { findUserById, lockWithPassword, updateUserName, updateUserPassword } from "@/lib/people/merchants/users-repo";

export type PasswordChanger = { readonly userId: string; readonly sessionId: string; readonly ip: string };

/**
 * Sets a new password when the current one is right, and ends every session of the user and what they have invited: whoever had got in is
 * out. The time of the change is kept, because payouts stop for 24 hours after it. A wrong one counts with every other answer to who is there.
 * @returns the id of the session that goes on in the place of the one that asks
 * @throws AppError `invalid_request` naming `current` or `next`; `rate_limited`
 */
export async function changePassword(who: PasswordChanger, input: ChangePasswordInput, now: Date): Promise<string> {
  const user = await findUserById(database(), who.userId);
  if (user === null) throw new AppError("signed_out", "Sign in again.");
  await limitAttempts("confirm", { email: who.sessionId, ip: who.ip }, now);
  if (!(await isPasswordRight(user.passwordHash, input.current))) {
    await noteWrongConfirmation(user.id, now);
    throw notCurrent();
  }
  await forgetAttempts("confirm", who.sessionId);
  await forgetWrongConfirmations(user.id);
  if (input.next === input.current) {
    throw new AppError("invalid_request", "Choose another password.", {
      fields: { next: ["This is the password you have."] },
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
    // A link that somebody else asked for, to another mailbox even, and a sign-in that the old password began.
    await endLinks(tx, user.id, now);
    await endHalfSignIns(tx, user.id);
    // Whoever had got in may have invited somebody who would get in again.
    const invitationsRevoked = await revokeInvitationsBy(tx, { invitedById: user.id }, now);
    const detail = invitationsRevoked > 0 ? { invitationsRevoked } : {};
    await recordAudit(tx, { actorId: user.id, action: "password.change", target: user.id, detail });
    await mailNewPassword(tx, user);
    return renewed;
  });
}

function notCurrent(): AppError {
  return new AppError("invalid_request", "The current password is not right.", {
    fields: { current: ["This is not your current password."] },
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
