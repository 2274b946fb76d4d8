import { sendResetLinkJob } from "@/lib/accounts/jobs";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { networkKey } from "@/lib/http/client-address";
import { enqueue } from "@/lib/jobs/enqueue";
import { mailSender } from "@/lib/mail/mail-settings";
import { limitAttempts } from "@/lib/merchants/limit-attempts";

/** Said on the page too. */
export const NO_MAIL_WORDS = "This installation sends no mails. Ask whoever runs it for a link to set a new password.";

/**
 * Asks for a link for a new password. Whether somebody has an account with the address is looked up by the worker: the answer is the same, after
 * the same work.
 * @throws AppError `unavailable` where no mails are sent; `rate_limited`, for unknown addresses as for known ones
 */
export async function askForReset(email: string, ip: string, now: Date): Promise<void> {
  if (mailSender() === null) throw new AppError("unavailable", NO_MAIL_WORDS);
  // Together: whoever asks for somebody else from elsewhere uses up none of their own tries. The mailbox has a limit of its own.
  await limitAttempts("forgot-password", { email: `${email} ${networkKey(ip)}`, ip }, now);
  await withTransaction((tx) => enqueue(tx, sendResetLinkJob, { email }));
}
