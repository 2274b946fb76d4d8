import { questionnaireUrl } from "@/lib/aml/questionnaire-link";
import { writeQuestionsMail } from "@/lib/aml/questions-mail";
import { insertWhereHeld, replaceQuestionnaire } from "@/lib/aml/repo";
import type { Tx } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { findPayee } from "@/lib/invoices/receipt-repo";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to get a statement of account from a bank. */
const LINK_DAYS = 14;

type AskedInvoice = Pick<Invoice, "id" | "merchantId" | "orderId" | "payerEmail">;

/** Until when a questionnaire that is made, or extended, now can be answered. */
export function answerableUntil(now: Date): Date {
  return new Date(now.getTime() + LINK_DAYS * DAY_MS);
}

/**
 * Makes the questionnaire about what screening holds of an invoice, and mails its link to the payer where the shop gave an address. Changes
 * nothing where everything that is held was asked about, so it is safe to repeat. In the caller's transaction, under the invoice's lock.
 */
export async function askAboutHeld(tx: Tx, invoice: AskedInvoice, now: Date): Promise<void> {
  const expiresAt = answerableUntil(now);
  const made = await insertWhereHeld(tx, invoice.id, expiresAt);
  if (made !== null) await sendQuestions(tx, invoice, { ...made, expiresAt, actorId: null });
}

/** The same once more at the operator's wish: the link before it is not good any more, what was answered by it stays. */
export async function askAnew(tx: Tx, invoice: AskedInvoice, actorId: string, now: Date): Promise<void> {
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
