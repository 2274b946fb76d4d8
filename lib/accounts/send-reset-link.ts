import { resetPasswordPage } from "@/lib/accounts/account-pages";
import { countLinksSince } from "@/lib/accounts/links-repo";
import { makeAccountLink } from "@/lib/accounts/new-link";
import { findEmail } from "@/lib/accounts/verification-repo";
import { type Tx, withTransaction } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { findUserByEmail, type UserRow } from "@/lib/merchants/users-repo";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Whoever asks, nobody's mailbox gets more of these. */
const MAILS_AN_HOUR_MAX = 3;

/**
 * Mails a link for a new password to whoever has this address; nothing for nobody, for a blocked person, and after several within the hour.
 * Earlier links go on working for their hour: the mails may arrive in any order. An address that was never proven may be a stranger's, who
 * would get the account with the link: it is told, without one, where to go. That holds for who made the installation too, who can always
 * make a link on its server.
 */
export async function sendResetLink(email: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null || user.isBlocked) return;
    if ((await findEmail(tx, user.id))?.verifiedAt == null) return await mailWhyNone(tx, user, now);
    const since = new Date(now.getTime() - HOUR_MS);
    if ((await countLinksSince(tx, user.id, "reset_password", since)) >= MAILS_AN_HOUR_MAX) return;
    const link = await makeAccountLink(tx, { userId: user.id, kind: "reset_password", email }, now);
    await mailLink(tx, user, link);
    await recordAudit(tx, { actorId: null, action: "password.ask-reset", target: user.id });
  });
}

/**
 * At most one within each day of the clock, and without the name, which whoever typed the address chose: else they could have a stranger's
 * mailbox filled with words of theirs.
 */
async function mailWhyNone(tx: Tx, { id, email }: UserRow, now: Date): Promise<void> {
  const paragraphs = [
    "Hello,",
    "somebody asked for a new password for your account. This address was never confirmed, so no link goes to it: anybody may have typed it.",
    "Whoever runs this gateway can hand you a link. If you can sign in, confirm the address in your account.",
    "If this is none of your business, do nothing: nothing was changed.",
  ];
  await queueMail(tx, {
    kind: "reset-unproven",
    reference: `${id} ${Math.floor(now.getTime() / DAY_MS)}`,
    recipient: email,
    subject: "No link for a new password",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}

async function mailLink(tx: Tx, user: UserRow, link: { readonly id: string; readonly secret: string }): Promise<void> {
  const paragraphs = [
    `Hello ${user.name},`,
    "open this page to set a new password. The link works once, for an hour:",
    resetPasswordPage(link.secret),
    "If you did not ask for it, do nothing: your password stays as it is.",
  ];
  await queueMail(tx, {
    kind: "reset-password",
    reference: link.id,
    recipient: user.email,
    subject: "Set a new password",
    text: `${paragraphs.join("\n\n")}\n`,
    isSecret: true,
  });
}
