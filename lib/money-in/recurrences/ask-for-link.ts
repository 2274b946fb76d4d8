import { hashOfLinkSecret, newLinkSecret, openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import type { Locale } from "@/lib/kernel/locales/locales";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { offeredLocale } from "@/lib/kernel/locales/negotiate-locale";
import { isMailAddress } from "@/lib/kernel/mail/mail-address";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { addDays } from "@/lib/money-in/recurrences/calendar";
import { recurrencePageUrl } from "@/lib/money-in/recurrences/get-recurrence";
import { type Recurrence, recurrenceErrors } from "@/lib/money-in/recurrences/recurrence";
import { writeAcceptMail, writeOwnLinkMail } from "@/lib/money-in/recurrences/recurrence-mail";
import { lockRecurrence } from "@/lib/money-in/recurrences/repo";
import { isEnded } from "@/lib/money-in/recurrences/status";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

/**
 * Limits of mails per day: for one plan, to one mailbox, and for all plans of one merchant, who can
 * create any number.
 */
const REQUESTS_A_DAY_MAX = { ofPlan: 12, ofEmail: 6, ofMerchant: 1_000 } as const;
const ACCEPT_DAYS = 1;

export type LinkRequestInput = {
  readonly recurrenceId: string;
  /** As typed. */
  readonly email: string;
  /** Language of the page and of the mails. */
  readonly locale: Locale;
};

/**
 * Sends a link to an email address, with which a payer can accept the plan within 24 hours. The
 * link of an accepted plan is resent only to its payer. Neither the response nor any other visible
 * effect, limits included, reveals whether this was the payer's address.
 *
 * @throws AppError a text of {@link recurrenceErrors}
 */
export async function askForLink(
  { recurrenceId, email: typed, locale }: LinkRequestInput,
  now = new Date(),
): Promise<void> {
  const email = typed.trim();
  if (!isMailAddress(email)) throw recurrenceErrors.wrongEmail();
  if (mailSender() === null) throw recurrenceErrors.noMail();
  const asked = { email, locale, messages: await loadMessages(locale), now };
  await withTransaction(async (tx) => {
    const plan = await lockRecurrence(tx, recurrenceId);
    if (plan === null) throw recurrenceErrors.unknown();
    if (isEnded(plan.status)) throw recurrenceErrors.ended();
    await assertSeldom(tx, plan, email, now);
    await (plan.status === "active" ? sendAgain(tx, plan, asked) : sendAcceptLink(tx, plan, asked));
  });
}

type LinkRecipient = {
  readonly email: string;
  readonly locale: Locale;
  readonly messages: Messages;
  readonly now: Date;
};

async function assertSeldom(tx: Tx, { id, merchantId }: Recurrence, email: string, now: Date): Promise<void> {
  const subject = { recurrenceId: id, email: email.toLowerCase(), merchantId };
  const { ofPlan, ofEmail, ofMerchant } = await countLinkRequests(tx, subject, addDays(now, -1));
  const max = REQUESTS_A_DAY_MAX;
  if (ofPlan >= max.ofPlan || ofEmail >= max.ofEmail || ofMerchant >= max.ofMerchant) throw recurrenceErrors.tooOften();
}

async function sendAcceptLink(
  tx: Tx,
  plan: Recurrence,
  { email, locale, messages, now }: LinkRecipient,
): Promise<void> {
  const secret = newLinkSecret();
  const id = await writeDown(tx, plan, { email, locale, messages, now }, hashOfLinkSecret(secret));
  const { name: merchant } = await findPayee(tx, plan.merchantId);
  const link = recurrencePageUrl(plan.id, { token: secret, lang: locale });
  const mail = writeAcceptMail({ plan, merchant, messages }, link);
  await queueMail(tx, { kind: "recurrence-accept", reference: id, recipient: email, isSecret: true, ...mail });
}

async function sendAgain(tx: Tx, plan: Recurrence, asked: LinkRecipient): Promise<void> {
  const id = await writeDown(tx, plan, asked, null);
  const link = payerLink(plan);
  if (link === null || plan.payerEmail?.toLowerCase() !== asked.email.toLowerCase()) return;
  const { name: merchant } = await findPayee(tx, plan.merchantId);
  const mail = writeOwnLinkMail({ plan, merchant, messages: await payerMessages(plan) }, link);
  await queueMail(tx, {
    kind: "recurrence-link",
    reference: id,
    recipient: plan.payerEmail,
    isSecret: true,
    ...mail,
  });
}

async function writeDown(tx: Tx, plan: Recurrence, asked: LinkRecipient, tokenHash: Uint8Array<ArrayBuffer> | null) {
  const { email, locale, now } = asked;
  const acceptUntil = addDays(now, ACCEPT_DAYS);
  const request = { recurrenceId: plan.id, email: email.toLowerCase(), locale, tokenHash, acceptUntil, createdAt: now };
  return await insertLinkRequest(tx, request);
}

export type LinkRequest = {
  readonly id: string;
  readonly recurrenceId: string;
  /** In lower case; the limits count by it. */
  readonly email: string;
  readonly locale: string;
  readonly acceptUntil: Date;
};

async function insertLinkRequest(
  tx: Tx,
  request: Omit<LinkRequest, "id"> & { readonly tokenHash: Uint8Array<ArrayBuffer> | null; readonly createdAt: Date },
): Promise<string> {
  return (await tx.recurrenceLinkRequest.create({ data: request, select: { id: true } })).id;
}

export async function findLinkRequestBySecret(
  tx: Tx,
  recurrenceId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<LinkRequest | null> {
  return await tx.recurrenceLinkRequest.findUnique({
    where: { tokenHash, recurrenceId },
    omit: { tokenHash: true, createdAt: true },
  });
}

type LinkRequestCounts = { readonly ofPlan: number; readonly ofEmail: number; readonly ofMerchant: number };

/**
 * Counts link requests since then: for this plan, to this address, for any plan of the merchant.
 */
async function countLinkRequests(
  tx: Tx,
  { recurrenceId, email, merchantId }: { recurrenceId: string; email: string; merchantId: string },
  since: Date,
): Promise<LinkRequestCounts> {
  const createdAt = { gt: since };
  return {
    ofPlan: await tx.recurrenceLinkRequest.count({ where: { recurrenceId, createdAt } }),
    ofEmail: await tx.recurrenceLinkRequest.count({ where: { email, createdAt } }),
    ofMerchant: await tx.recurrenceLinkRequest.count({ where: { recurrence: { merchantId }, createdAt } }),
  };
}

export async function deleteLinkRequestsBefore(before: Date): Promise<number> {
  const { count } = await database().recurrenceLinkRequest.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}

/**
 * Encrypts the secret of a payer's link for the plan's row: every mail contains the link, and read
 * access to the database must not reveal it.
 */
export function sealPayerSecret(recurrenceId: string, secret: string): Uint8Array<ArrayBuffer> {
  return sealSecret(secret, payerLinkContext(recurrenceId));
}

/**
 * Returns the URL where the payer sees and ends the plan; null before acceptance. @throws Error
 * when the key it was sealed with is not configured
 */
export function payerLink({ id, payerLinkSealed, locale }: Recurrence): string | null {
  if (payerLinkSealed === null) return null;
  return recurrencePageUrl(id, { token: openSecret(payerLinkSealed, payerLinkContext(id)), lang: locale });
}

/** Loads the messages in the payer's language. */
export async function payerMessages({ locale }: Pick<Recurrence, "locale">): Promise<Messages> {
  return await loadMessages(offeredLocale(locale) ?? "en");
}

/** The context to which the secret of a payer's link is sealed. */
export function payerLinkContext(recurrenceId: string): string {
  return `recurrence:${recurrenceId}`;
}
