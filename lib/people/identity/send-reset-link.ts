import { z } from "zod";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { networkKey } from "@/lib/kernel/http/client-address";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import { countLinksSince, findEmail, makeAccountLink } from "@/lib/people/identity/links-repo";
import { resetPasswordPage } from "@/lib/people/merchants/mail-owners";
import { emailInput } from "@/lib/people/merchants/schema";
import { findUserByEmail, type UserRow } from "@/lib/people/merchants/users-repo";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A limit per mailbox, whoever requests the mails. */
const MAILS_AN_HOUR_MAX = 3;

/**
 * Mails a password reset link to whoever has this address; does nothing for an unknown address, for
 * a blocked person, and after several within the hour. Earlier links keep working for their hour:
 * the mails may arrive in any order. An unproven address may be a stranger's, who would get the
 * account with the link: it gets instructions without a link. That applies to the installation's
 * creator too, who can always create a link on the server.
 */
export async function sendResetLink(email: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === null || user.isBlocked) return;
    if ((await findEmail(tx, user.id))?.verifiedAt == null) return await mailWithoutLink(tx, user, now);
    const since = new Date(now.getTime() - HOUR_MS);
    if ((await countLinksSince(tx, user.id, "reset_password", since)) >= MAILS_AN_HOUR_MAX) return;
    const link = await makeAccountLink(tx, { userId: user.id, kind: "reset_password", email }, now);
    await mailLink(tx, user, link);
    await recordAudit(tx, { actorId: null, action: "password.ask-reset", target: user.id });
  });
}

/**
 * At most one per calendar day, and without the name, which whoever typed the address chose: else
 * they could fill a stranger's mailbox with text of their own.
 */
async function mailWithoutLink(tx: Tx, { id, email }: UserRow, now: Date): Promise<void> {
  const paragraphs = [
    "Hello,",
    "Someone requested a password reset for your account. This address was never confirmed, so we can't send a link to it.",
    "Ask the operator of this gateway for a link. If you can sign in, confirm the address in your account.",
    "If this was not you, ignore this mail: nothing was changed.",
  ];
  await queueMail(tx, {
    kind: "reset-unproven",
    reference: `${id} ${Math.floor(now.getTime() / DAY_MS)}`,
    recipient: email,
    subject: "Password reset not possible",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}

async function mailLink(tx: Tx, user: UserRow, link: { readonly id: string; readonly secret: string }): Promise<void> {
  const paragraphs = [
    `Hello ${user.name},`,
    "Open this page to set a new password. The link works once and expires in an hour:",
    resetPasswordPage(link.secret),
    "If you did not request this, ignore this mail: your password is not changed.",
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

const payload = z.object({ email: z.string() });

/**
 * Looks up the owner of an address and sends them a password reset link; does nothing for an
 * unknown address.
 */
export const sendResetLinkJob: Job<typeof payload> = defineJob({
  name: "send-reset-link",
  payload,
  run: ({ email }) => sendResetLink(email, new Date()),
});

/** Also shown on the page. */
export const MAIL_DISABLED_MESSAGE =
  "This installation does not send e-mail. Ask its operator for a link to set a new password.";

/**
 * Requests a password reset link. The worker looks up whether the address has an account: the
 * response is the same, after the same work.
 * @throws AppError `unavailable` if mail is disabled; `rate_limited`, for unknown addresses as for
 *   known ones
 */
export async function askForReset(email: string, ip: string, now: Date): Promise<void> {
  if (mailSender() === null) throw new AppError("unavailable", MAIL_DISABLED_MESSAGE);
  // Combined, so that a request for somebody else from elsewhere uses up none of their own
  // attempts. The mailbox has a limit of its own.
  await limitAttempts("forgot-password", { email: `${email} ${networkKey(ip)}`, ip }, now);
  await withTransaction((tx) => enqueue(tx, sendResetLinkJob, { email }));
}

/**
 * Creates a password reset link for the operator to hand over, for installations without mail or
 * mail that does not arrive. Works once, for an hour.
 * @throws AppError `not_found` for an unknown address; `refused` for a blocked person
 */
export async function makeResetLink(email: string, now: Date): Promise<{ email: string; url: string }> {
  return await withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, emailInput.parse(email));
    if (user === null) throw new AppError("not_found", `No account has the e-mail address ${email}.`);
    if (user.isBlocked) throw new AppError("refused", `${user.email} is blocked.`);
    const link = { userId: user.id, kind: "reset_password", email: user.email } as const;
    const { secret } = await makeAccountLink(tx, link, now);
    await recordAudit(tx, { actorId: null, action: "password.reset-link-by-operator", target: user.id });
    return { email: user.email, url: resetPasswordPage(secret) };
  });
}
