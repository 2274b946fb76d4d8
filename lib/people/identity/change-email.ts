import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant, wrongField } from "@/lib/kernel/errors";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { assertMayMail } from "@/lib/people/identity/confirm-email";
import { clearAttempts, limitAttempts } from "@/lib/people/identity/limit-attempts";
import { endLinks, findAskedEmail, findEmail, makeAccountLink } from "@/lib/people/identity/links-repo";
import { isPasswordRight } from "@/lib/people/identity/password";
import type { ChangeEmailInput } from "@/lib/people/identity/schema";
import { clearWrongConfirmations, recordWrongConfirmation } from "@/lib/people/identity/wrong-codes";
import { accountPage, confirmEmailPage, forgotPasswordPage } from "@/lib/people/merchants/mail-owners";
import { findUserByEmail, findUserById, lockWithPassword, type UserRow } from "@/lib/people/merchants/users-repo";

/**
 * Requests another e-mail address: a link is sent to the new one, and nothing changes before it is
 * opened; the old address is notified at once. Nothing reveals whether somebody else has an account
 * with the new address: that person gets a notice instead of a link.
 * @throws AppError `unavailable` if mail is disabled; `invalid_request` naming `password` or
 *   `email`; `rate_limited`
 */
export async function askToChangeEmail(
  who: { readonly userId: string; readonly sessionId: string; readonly ip: string },
  { email, password }: ChangeEmailInput,
  now: Date,
): Promise<void> {
  if (mailSender() === null)
    throw new AppError("unavailable", "This installation does not send e-mail, so a new address can't be confirmed.");
  const user = await findUserById(database(), who.userId);
  if (user === null) throw new AppError("signed_out", "Sign in again.");
  await limitAttempts("confirm", { email: who.sessionId, ip: who.ip }, now);
  if (!(await isPasswordRight(user.passwordHash, password))) {
    await recordWrongConfirmation(user.id, now);
    throw notPassword();
  }
  await clearAttempts("confirm", who.sessionId);
  await clearWrongConfirmations(user.id);
  if (email === user.email) throw wrongField("email", "This is already your address.");
  await withTransaction(async (tx) => {
    if (!(await lockWithPassword(tx, user))) throw notPassword();
    await assertMayMail(tx, user.id, now);
    await endLinks(tx, user.id, now, "verify_email");
    const link = await makeAccountLink(tx, { userId: user.id, kind: "verify_email", email }, now);
    const isTaken = (await findUserByEmail(tx, email)) !== null;
    await mailNewAddress(tx, { user, email, isTaken, link });
    await mailOldAddress(tx, { user, email, linkId: link.id });
    const [before, after] = [{ email: user.email }, { email }];
    await recordAudit(tx, { actorId: user.id, action: "email.ask-change", target: user.id, before, after });
  });
}

type NewAddress = {
  readonly user: UserRow;
  readonly email: string;
  readonly isTaken: boolean;
  readonly link: { readonly id: string; readonly secret: string };
};

async function mailNewAddress(tx: Tx, { user, email, isTaken, link }: NewAddress): Promise<void> {
  const paragraphs = isTaken
    ? [
        "Hello,",
        "Someone wants to use this address for another account. It already belongs to your account, so nothing was changed.",
        `If you forgot your password: ${forgotPasswordPage()}`,
      ]
    : [
        `Hello ${user.name},`,
        "Open this page to use this address for sign-in and mail. The link works once and expires in a day:",
        confirmEmailPage(link.secret),
        "If you have no account here, ignore this mail.",
      ];
  await queueMail(tx, {
    kind: "change-email",
    reference: link.id,
    recipient: email,
    subject: isTaken ? "You have an account with this address" : "Confirm your new e-mail address",
    text: `${paragraphs.join("\n\n")}\n`,
    isSecret: true,
  });
}

type OldAddress = { readonly user: UserRow; readonly email: string; readonly linkId: string };

async function mailOldAddress(tx: Tx, { user, email, linkId }: OldAddress): Promise<void> {
  const paragraphs = [
    `Hello ${user.name},`,
    `A change of your account's e-mail address to ${email} was requested. It takes effect when that address is confirmed.`,
    `If this was not you, change your password immediately, which stops the change, and sign out your other browsers: ${accountPage()}`,
  ];
  await queueMail(tx, {
    kind: "change-email-asked",
    reference: linkId,
    recipient: user.email,
    subject: "Change of your e-mail address requested",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}

function notPassword(): AppError {
  return wrongField("password", "Wrong password.");
}

/** The state of a person's e-mail address. */
export type EmailStanding = {
  readonly email: string;
  readonly isVerified: boolean;
  /** Requested but not confirmed yet; null for none. */
  readonly asked: string | null;
  /** Without mail nothing can be confirmed. */
  readonly sendsMail: boolean;
};

export async function getEmailStanding(userId: string, now: Date): Promise<EmailStanding> {
  const person = await findEmail(database(), userId);
  invariant(person, "who is signed in is a person");
  const { email, verifiedAt } = person;
  const asked = await findAskedEmail(database(), userId, email, now);
  return { email, isVerified: verifiedAt !== null, asked, sendsMail: mailSender() !== null };
}
