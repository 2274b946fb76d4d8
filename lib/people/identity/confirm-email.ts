import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, sqlState, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import {
  type AccountLink,
  countLinksSince,
  endLinks,
  findEmail,
  findLink,
  makeAccountLink,
  markEmailVerified,
  replaceEmail,
  spendLink,
} from "@/lib/people/identity/links-repo";
import { accountPage, confirmEmailPage } from "@/lib/people/merchants/mail-owners";

const HOUR_MS = 3_600_000;
/** Mails per hour that one person can have sent to an address. */
const MAILS_AN_HOUR_MAX = 5;

type PersonToVerify = { readonly id: string; readonly email: string; readonly name: string };

/**
 * Mails a link that proves the address; earlier links stop working. Does nothing if mail is
 * disabled.
 */
export async function sendVerification(tx: Tx, { id: userId, email, name }: PersonToVerify, now: Date): Promise<void> {
  if (mailSender() === null) return;
  await endLinks(tx, userId, now, "verify_email");
  const link = await makeAccountLink(tx, { userId, kind: "verify_email", email }, now);
  const paragraphs = [
    `Hello ${name},`,
    "Open this page to confirm that this address is yours. The link works once and expires in a day:",
    confirmEmailPage(link.secret),
    `If you have no account here, ignore this mail. Your account: ${accountPage()}`,
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
 * Sends it again, for a signed-in person.
 * @throws AppError `unavailable` if mail is disabled; `refused` if there is nothing to prove;
 *   `rate_limited`
 */
export async function sendVerificationAgain(userId: string, now: Date): Promise<void> {
  if (mailSender() === null) throw new AppError("unavailable", "This installation does not send e-mail.");
  await withTransaction(async (tx) => {
    const person = await findEmail(tx, userId);
    if (person === null || person.verifiedAt !== null)
      throw new AppError("refused", "Your e-mail address is already confirmed.");
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
  throw new AppError("rate_limited", "Several mails were already sent. Check your inbox, or wait an hour.", options);
}

const UNIQUE_VIOLATION = "23505";

/** Returns what the page behind such a link shows; null for a link that no longer works. */
export async function readEmailToConfirm(secret: string, now: Date): Promise<{ email: string } | null> {
  const link = await findVerifyLink(secret, now);
  return link && { email: link.email };
}

/**
 * Proves an address by the link that was mailed to it. A new address replaces the old one, which is
 * notified; password reset links sent to the old one stop working. Needs no session: whoever reads
 * the mailbox is the person.
 * @throws AppError `not_found` for a link that no longer works; `refused` if somebody else has the
 *   address by now; `rate_limited`
 */
export async function confirmEmail(token: string, ip: string, now: Date): Promise<{ email: string }> {
  await limitAttempts("confirm-email", { ip }, now);
  const link = await findVerifyLink(token, now);
  if (link === null) throw gone();
  const command = withTransaction(async (tx) => {
    if (!(await spendLink(tx, link.id, now))) throw gone();
    const person = await findEmail(tx, link.userId);
    if (person?.email === link.email) return await prove(tx, link, now);
    if (person) await change(tx, { link, from: person.email, name: person.name }, now);
  });
  await command.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION
      ? new AppError("refused", "An account with this address already exists. Nothing was changed.")
      : error;
  });
  return { email: link.email };
}

async function findVerifyLink(secret: string, now: Date): Promise<AccountLink | null> {
  const tokenHash = hashOfLinkSecret(secret);
  return tokenHash && (await findLink(database(), tokenHash, "verify_email", now));
}

async function prove(tx: Tx, { userId, email }: AccountLink, now: Date): Promise<void> {
  if (!(await markEmailVerified(tx, { userId, email }, now))) return;
  await recordAudit(tx, { actorId: userId, action: "email.prove", target: userId, after: { email } });
}

type Change = { readonly link: AccountLink; readonly from: string; readonly name: string };

async function change(tx: Tx, { link, from, name }: Change, now: Date): Promise<void> {
  const { userId, email: to } = link;
  if (!(await replaceEmail(tx, { userId, from, to }, now))) throw gone();
  await endLinks(tx, userId, now);
  const [before, after] = [{ email: from }, { email: to }];
  await recordAudit(tx, { actorId: userId, action: "email.change", target: userId, before, after });
  const paragraphs = [
    `Hello ${name},`,
    `The e-mail address of your account is now ${to}. This address is no longer used for sign-in or mail.`,
    "If this was not you, contact the operator of this gateway immediately.",
  ];
  await queueMail(tx, {
    kind: "change-email-done",
    reference: link.id,
    recipient: from,
    subject: "Your e-mail address was changed",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}

function gone(): AppError {
  return new AppError(
    "not_found",
    "This link is no longer valid: it was used, has expired, or was replaced by a newer one.",
  );
}
