import { type Tx, withTransaction } from "@/lib/db";
import { findPayee } from "@/lib/invoices/receipt-repo";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/link-secret";
import type { Locale } from "@/lib/locales/locales";
import { type Words, wordsFor } from "@/lib/locales/words";
import { isMailAddress } from "@/lib/mail/mail-address";
import { mailSender } from "@/lib/mail/mail-settings";
import { queueMail } from "@/lib/mail/queue-mail";
import { addDays } from "@/lib/recurrences/calendar";
import { countLinkRequests, insertLinkRequest } from "@/lib/recurrences/link-requests-repo";
import { payerLink, payerWords } from "@/lib/recurrences/payer-link";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { recurrenceErrors } from "@/lib/recurrences/recurrence-error";
import { writeAcceptMail, writeOwnLinkMail } from "@/lib/recurrences/recurrence-mail";
import { lockRecurrence } from "@/lib/recurrences/repo";
import { isEnded } from "@/lib/recurrences/status";
import { recurrencePageUrl } from "@/lib/recurrences/wire-view";

/** Mails within a day: to whoever holds a plan's link, into one mailbox, and by the plans of one merchant, who can make any number. */
const REQUESTS_A_DAY_MAX = { ofPlan: 12, ofEmail: 6, ofMerchant: 1_000 } as const;
const ACCEPT_DAYS = 1;

export type LinkWish = {
  readonly recurrenceId: string;
  /** As typed. */
  readonly email: string;
  /** Of the page: the mails are in it. */
  readonly locale: Locale;
};

/**
 * Sends a link to an e-mail address: by it a payer accepts the plan within 24 hours. Of an accepted plan its payer alone is sent the link
 * again. Whether this was the payer's address is not answered and changes nothing that the asker can see, the limits included.
 *
 * @throws AppError a text of {@link recurrenceErrors}
 */
export async function askForLink({ recurrenceId, email: typed, locale }: LinkWish, now = new Date()): Promise<void> {
  const email = typed.trim();
  if (!isMailAddress(email)) throw recurrenceErrors.wrongEmail();
  if (mailSender() === null) throw recurrenceErrors.noMail();
  const asked = { email, locale, words: await wordsFor(locale), now };
  await withTransaction(async (tx) => {
    const plan = await lockRecurrence(tx, recurrenceId);
    if (plan === null) throw recurrenceErrors.unknown();
    if (isEnded(plan.status)) throw recurrenceErrors.ended();
    await assertSeldom(tx, plan, email, now);
    await (plan.status === "active" ? sendAgain(tx, plan, asked) : sendAcceptLink(tx, plan, asked));
  });
}

type Asked = { readonly email: string; readonly locale: Locale; readonly words: Words; readonly now: Date };

async function assertSeldom(tx: Tx, { id, merchantId }: Recurrence, email: string, now: Date): Promise<void> {
  const subject = { recurrenceId: id, email: email.toLowerCase(), merchantId };
  const { ofPlan, ofEmail, ofMerchant } = await countLinkRequests(tx, subject, addDays(now, -1));
  const max = REQUESTS_A_DAY_MAX;
  if (ofPlan >= max.ofPlan || ofEmail >= max.ofEmail || ofMerchant >= max.ofMerchant) throw recurrenceErrors.tooOften();
}

async function sendAcceptLink(tx: Tx, plan: Recurrence, { email, locale, words, now }: Asked): Promise<void> {
  const secret = newLinkSecret();
  const id = await writeDown(tx, plan, { email, locale, words, now }, hashOfLinkSecret(secret));
  const { name: merchant } = await findPayee(tx, plan.merchantId);
  const link = recurrencePageUrl(plan.id, { token: secret, lang: locale });
  const mail = writeAcceptMail({ plan, merchant, words }, link);
  await queueMail(tx, { kind: "recurrence-accept", reference: id, recipient: email, isSecret: true, ...mail });
}

async function sendAgain(tx: Tx, plan: Recurrence, asked: Asked): Promise<void> {
  const id = await writeDown(tx, plan, asked, null);
  const link = payerLink(plan);
  if (link === null || plan.payerEmail?.toLowerCase() !== asked.email.toLowerCase()) return;
  const { name: merchant } = await findPayee(tx, plan.merchantId);
  const mail = writeOwnLinkMail({ plan, merchant, words: await payerWords(plan) }, link);
  await queueMail(tx, {
    kind: "recurrence-link",
    reference: id,
    recipient: plan.payerEmail,
    isSecret: true,
    ...mail,
  });
}

async function writeDown(tx: Tx, plan: Recurrence, asked: Asked, tokenHash: Uint8Array<ArrayBuffer> | null) {
  const { email, locale, now } = asked;
  const acceptUntil = addDays(now, ACCEPT_DAYS);
  const request = { recurrenceId: plan.id, email: email.toLowerCase(), locale, tokenHash, acceptUntil, createdAt: now };
  return await insertLinkRequest(tx, request);
}
