import { resetPasswordPage } from "@/lib/accounts/account-pages";
import { countLinksSince } from "@/lib/accounts/links-repo";
import { makeAccountLink } from "@/lib/accounts/new-link";
import { type Tx, withTransaction } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { findUserByEmail, type UserRow } from "@/lib/merchants/users-repo";

const HOUR_MS = 3_600_000;
/** Whoever asks, nobody's mailbox gets more of these. */
const MAILS_AN_HOUR_MAX = 3;

/**
 * Mails a link for a new password to whoever has this address; nothing for nobody, for a blocked person, and after several within the hour.
 * Earlier links go on working for their hour: the mails may arrive in any order. The address need not be proven: opening the link proves it.
 */
export async function sendResetLink(email: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null || user.isBlocked) return;
    const since = new Date(now.getTime() - HOUR_MS);
    if ((await countLinksSince(tx, user.id, "reset_password", since)) >= MAILS_AN_HOUR_MAX) return;
    const link = await makeAccountLink(tx, { userId: user.id, kind: "reset_password", email }, now);
    await mailLink(tx, user, link);
    await recordAudit(tx, { actorId: null, action: "password.ask-reset", target: user.id });
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
