import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { questionnaireUrl } from "@/lib/money-in/questionnaires/list-views";
import { insertWhereHeld, replaceQuestionnaire } from "@/lib/money-in/questionnaires/repo";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

type QuestionsMail = {
  readonly merchant: string;
  readonly orderId: string;
  readonly expiresAt: Date;
  readonly url: string;
};

const NAME_CHARACTERS_MAX = 100;

/**
 * Writes the mail that asks a payer to answer questions about held money. In English, because the
 * payer's language is unknown; the page behind the link uses the browser's language.
 */
function writeQuestionsMail({ merchant, orderId, expiresAt, url }: QuestionsMail): {
  subject: string;
  text: string;
} {
  const shop = headerLine(merchant, NAME_CHARACTERS_MAX);
  const lines = [
    `Your payment to ${shop} for order ${orderId} has arrived and is on hold, because of the address that it was sent from. The money is safe.`,
    `Please answer a few questions about it until ${expiresAt.toISOString().slice(0, 10)} (UTC). Your answers go to the operator of this payment system and not to ${shop}:`,
    url,
    "Did you not make this payment? Then you need to do nothing. Replies to this mail are not read.",
  ];
  return { subject: `Questions about your payment to ${shop}`, text: `${lines.join("\n\n")}\n` };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to get an account statement from a bank. */
const LINK_DAYS = 14;

type AskedInvoice = {
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly payerEmail: string | null;
};

/** Returns the deadline of a questionnaire that is created, or extended, at `now`. */
export function answerableUntil(now: Date): Date {
  return new Date(now.getTime() + LINK_DAYS * DAY_MS);
}

/**
 * Creates the questionnaire about the deposits of an invoice that screening holds, and mails its
 * link to the payer if the shop provided an email address. Does nothing if a questionnaire already
 * covers everything that is held, so it is safe to repeat. Runs in the caller's transaction, under
 * the invoice's lock.
 */
export async function askAboutHeld(tx: Tx, invoice: AskedInvoice, now: Date): Promise<void> {
  const expiresAt = answerableUntil(now);
  const made = await insertWhereHeld(tx, invoice.id, expiresAt);
  if (made !== null) await sendQuestions(tx, invoice, { ...made, expiresAt, actorId: null });
}

/**
 * Sends a new questionnaire at the operator's request: the previous link becomes invalid, answers
 * given through it are kept.
 */
export async function requestAgain(tx: Tx, invoice: AskedInvoice, actorId: string, now: Date): Promise<void> {
  const expiresAt = answerableUntil(now);
  const made = await replaceQuestionnaire(tx, invoice.id, expiresAt);
  await sendQuestions(tx, invoice, { ...made, expiresAt, actorId });
}

type Made = { readonly id: string; readonly expiresAt: Date; readonly actorId: string | null };

async function sendQuestions(tx: Tx, invoice: AskedInvoice, { id, expiresAt, actorId }: Made): Promise<void> {
  await recordAudit(tx, { actorId, action: "aml.ask", target: invoice.id, detail: { questionnaire: id } });
  if (invoice.payerEmail === null) return;
  const { name: merchant } = await findPayee(tx, invoice.merchantId);
  const mail = writeQuestionsMail({ merchant, orderId: invoice.orderId, expiresAt, url: questionnaireUrl(id) });
  await queueMail(tx, { kind: "aml-questions", reference: id, recipient: invoice.payerEmail, isSecret: true, ...mail });
}
