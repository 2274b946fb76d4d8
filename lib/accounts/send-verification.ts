import { accountPage, confirmEmailPage } from "@/lib/accounts/account-pages";
import { countLinksSince, endLinks } from "@/lib/accounts/links-repo";
import { makeAccountLink } from "@/lib/accounts/new-link";
import { findEmail } from "@/lib/accounts/verification-repo";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { mailSender } from "@/lib/mail/mail-settings";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";

const HOUR_MS = 3_600_000;
/** Mails an hour that one person can have sent to an address. */
const MAILS_AN_HOUR_MAX = 5;

export type PersonToVerify = { readonly id: string; readonly email: string; readonly name: string };

/** Mails a link that proves the address; links that were sent before work no more. Nothing happens where the installation sends no mails. */
export async function sendVerification(tx: Tx, { id: userId, email, name }: PersonToVerify, now: Date): Promise<void> {
  if (mailSender() === null) return;
  await endLinks(tx, userId, now, "verify_email");
  const link = await makeAccountLink(tx, { userId, kind: "verify_email", email }, now);
  const paragraphs = [
    `Hello ${name},`,
    "open this page to show that this address is yours. The link works once, for a day:",
    confirmEmailPage(link.secret),
    `If you have no account here, do nothing. What is about your account: ${accountPage()}`,
  ];
  await queueMail(tx, {
    kind: "verify-email",
    reference: link.id,
    recipient: email,
    subject: "Confirm your e-mail address",
    text: `${paragraphs.join("\n\n")}\n`,
    isSecret: true,
  });
}

/**
 * Sends it again, for a person who is signed in.
 * @throws AppError `unavailable` where no mails are sent; `refused` when there is nothing to prove; `rate_limited`
 */
export async function sendVerificationAgain(userId: string, now: Date): Promise<void> {
  if (mailSender() === null) throw new AppError("unavailable", "This installation sends no mails.");
  await withTransaction(async (tx) => {
    const person = await findEmail(tx, userId);
    if (person === null || person.verifiedAt !== null)
      throw new AppError("refused", "Your e-mail address is confirmed already.");
    await assertMayMail(tx, userId, now);
    await sendVerification(tx, { id: userId, ...person }, now);
    const detail = { email: person.email };
    await recordAudit(tx, { actorId: userId, action: "email.ask-proof", target: userId, detail });
  });
}

/** @throws AppError `rate_limited` */
export async function assertMayMail(tx: Tx, userId: string, now: Date): Promise<void> {
  const sent = await countLinksSince(tx, userId, "verify_email", new Date(now.getTime() - HOUR_MS));
  if (sent < MAILS_AN_HOUR_MAX) return;
  const options = { retryAfterSeconds: HOUR_MS / 1000 };
  throw new AppError(
    "rate_limited",
    "Several mails were sent already. Look into your mailbox, or wait an hour.",
    options,
  );
}
