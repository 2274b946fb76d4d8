import { accountPage, confirmEmailPage, forgotPasswordPage } from "@/lib/accounts/account-pages";
import { endLinks } from "@/lib/accounts/links-repo";
import { makeAccountLink } from "@/lib/accounts/new-link";
import type { ChangeEmailInput } from "@/lib/accounts/schema";
import { assertMayMail } from "@/lib/accounts/send-verification";
import { forgetWrongConfirmations, noteWrongConfirmation } from "@/lib/accounts/wrong-codes";
import { database, type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { mailSender } from "@/lib/mail/mail-settings";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { forgetAttempts, limitAttempts } from "@/lib/merchants/limit-attempts";
import { isPasswordRight } from "@/lib/merchants/password";
import { findUserByEmail, findUserById, lockWithPassword, type UserRow } from "@/lib/merchants/users-repo";

/**
 * Asks for another address: a link goes to the new one, and nothing changes before it is opened; the old address is told at once. Nothing tells
 * whether somebody else has an account with the new one: they are told in the place of a link.
 * @throws AppError `unavailable` where no mails are sent; `invalid_request` naming `password` or `email`; `rate_limited`
 */
export async function askToChangeEmail(
  who: { readonly userId: string; readonly sessionId: string; readonly ip: string },
  { email, password }: ChangeEmailInput,
  now: Date,
): Promise<void> {
  if (mailSender() === null)
    throw new AppError("unavailable", "This installation sends no mails, so no new address can be confirmed.");
  const user = await findUserById(database(), who.userId);
  if (user === null) throw new AppError("signed_out", "Sign in again.");
  await limitAttempts("confirm", { email: who.sessionId, ip: who.ip }, now);
  if (!(await isPasswordRight(user.passwordHash, password))) {
    await noteWrongConfirmation(user.id, now);
    throw notPassword();
  }
  await forgetAttempts("confirm", who.sessionId);
  await forgetWrongConfirmations(user.id);
  if (email === user.email) throw wrong("email", "This is the address that you have.");
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
        "somebody wants to use this address for another account. You have one with it already, so nothing was changed.",
        `If you have forgotten that: ${forgotPasswordPage()}`,
      ]
    : [
        `Hello ${user.name},`,
        "open this page to use this address from now on, to sign in and for mails. The link works once, for a day:",
        confirmEmailPage(link.secret),
        "If you have no account here, do nothing.",
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
    `your account is to have another e-mail address: ${email}. It changes as soon as that address is confirmed.`,
    `If that was not you, change your password at once, which stops it, and sign out your other browsers: ${accountPage()}`,
  ];
  await queueMail(tx, {
    kind: "change-email-asked",
    reference: linkId,
    recipient: user.email,
    subject: "Your e-mail address is to be changed",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}

function notPassword(): AppError {
  return wrong("password", "This is not your password.");
}

function wrong(field: string, words: string): AppError {
  return new AppError("invalid_request", words, { fields: { [field]: [words] } });
}
