import { type AccountLink, endLinks, findLink, spendLink } from "@/lib/accounts/links-repo";
import { findEmail, markEmailVerified, replaceEmail } from "@/lib/accounts/verification-repo";
import { database, sqlState, type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { hashOfLinkSecret } from "@/lib/link-secret";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { limitAttempts } from "@/lib/merchants/limit-attempts";

const UNIQUE_VIOLATION = "23505";

/** What the page behind the link of such a mail shows; null for a link that works no more. */
export async function readEmailToConfirm(secret: string, now: Date): Promise<{ email: string } | null> {
  const link = await findVerifyLink(secret, now);
  return link && { email: link.email };
}

/**
 * Proves an address by the link that was mailed to it. Where it is a new one it takes the place of the old one, which is told; links for a new
 * password that went to the old one work no more. Nobody has to be signed in: who reads the mailbox is who it is about.
 * @throws AppError `not_found` for a link that works no more; `refused` when the address is somebody else's by now; `rate_limited`
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
      ? new AppError("refused", "There is an account with this address already. Nothing was changed.")
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
    `your account has another e-mail address now: ${to}. This one is no longer used to sign in, and gets no more mails about it.`,
    "If that was not you, tell whoever runs this gateway at once.",
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
  return new AppError("not_found", "This link works no more: it was used, has run out, or a newer one was sent.");
}
