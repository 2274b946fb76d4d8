import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { findCase } from "@/lib/money-in/cases/case";
import { getInvoice, type PaymentIds } from "@/lib/money-in/invoices/get-invoice";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { answerableUntil, askAboutHeld, requestAgain } from "@/lib/money-in/questionnaires/ask-payer";
import { questionnaireUrl } from "@/lib/money-in/questionnaires/list-views";
import {
  findDocumentContent,
  findQuestionnaire,
  listQuestionnaires,
  saveExpiry,
} from "@/lib/money-in/questionnaires/repo";
import { type AmlContents, type AmlLinksView, amlStatusOf } from "@/lib/money-in/questionnaires/schema";
import { openContents, openDocument } from "@/lib/money-in/questionnaires/submit-answers";

/**
 * Sends the payer a questionnaire about a held payment on behalf of the operator, whether or not
 * one was sent before. The previous link expires; answers submitted through it remain.
 * @throws AppError `not_found`; `refused` when nothing is held or the payment was not for an
 *   invoice
 */
export async function askAboutCase(caseId: string, actorId: string, now = new Date()): Promise<void> {
  const found = await findCase(database(), caseId);
  if (found === null || found.kind !== "locked") throw new AppError("not_found", "Case not found.");
  const { invoiceId } = found;
  if (invoiceId === null) throw new AppError("refused", "It is not for an invoice, so there is no payer to ask.");
  await withTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    // While the invoice is locked, nobody else can decide the case.
    const current = await findCase(tx, caseId);
    if (invoice === null || current?.kind !== "locked" || current.status !== "open")
      throw new AppError("refused", "This was already decided.");
    await requestAgain(tx, invoice, actorId, now);
  });
}

/**
 * Extends the payer's time to answer, with the same link. No mail is sent.
 * @throws AppError `not_found`; `refused` when it was answered or closed
 */
export async function extendQuestionnaire(id: string, actorId: string, now = new Date()): Promise<void> {
  await withTransaction(async (tx) => {
    const found = await findQuestionnaire(tx, id);
    if (found === null) throw new AppError("not_found", "Questionnaire not found.");
    const expiresAt = answerableUntil(now);
    if (!(await saveExpiry(tx, id, expiresAt)))
      throw new AppError("refused", "It was already answered or closed. Ask the payer again.");
    await recordAudit(tx, {
      actorId,
      action: "aml.extend",
      target: found.invoiceId,
      detail: { questionnaire: id },
      before: { expiresAt: found.expiresAt.toISOString() },
      after: { expiresAt: expiresAt.toISOString() },
    });
  });
}

/**
 * Returns a payer's answers, for the operator. Each access is recorded in the audit log. @throws
 * AppError `not_found`, also after they were deleted
 */
export async function readAnswers(id: string, actorId: string): Promise<AmlContents> {
  return await withTransaction(async (tx) => {
    const { invoiceId, contents } = await openAnswers(tx, id);
    await recordAudit(tx, { actorId, action: "aml.read-answers", target: invoiceId, detail: { questionnaire: id } });
    return contents;
  });
}

type ReadDocument = { readonly name: string; readonly bytes: Buffer };

/**
 * Returns one document of the answers, for the operator. Each access is recorded in the audit
 * log. @throws AppError `not_found`
 */
export async function readDocument(id: string, documentId: string, actorId: string): Promise<ReadDocument> {
  return await withTransaction(async (tx) => {
    const { invoiceId, contents } = await openAnswers(tx, id);
    const listed = contents.documents.find((document) => document.id === documentId);
    const content = listed === undefined ? null : await findDocumentContent(tx, id, documentId);
    if (listed === undefined || content === null) throw new AppError("not_found", "Document not found.");
    const detail = { questionnaire: id, document: documentId };
    await recordAudit(tx, { actorId, action: "aml.read-document", target: invoiceId, detail });
    return { name: listed.name, bytes: openDocument(documentId, content) };
  });
}

async function openAnswers(tx: Tx, id: string): Promise<{ invoiceId: string; contents: AmlContents }> {
  const found = await findQuestionnaire(tx, id);
  if (!found?.answers) throw new AppError("not_found", "There are no answers, or they were deleted.");
  return { invoiceId: found.invoiceId, contents: openContents(id, found.answers) };
}

/**
 * Returns the questionnaire links for the payer of a merchant's invoice about its payments held by
 * screening, newest first; empty if nothing was ever held. Creates questionnaires for payments that
 * were held before questionnaires existed.
 * @throws AppError `not_found`, also for another merchant's invoice
 */
export async function listAmlLinks(merchantId: string, ids: PaymentIds, now = new Date()): Promise<AmlLinksView> {
  const { id, status } = await getInvoice(merchantId, ids);
  if (status === "locked") {
    await withTransaction(async (tx) => {
      const locked = await lockInvoice(tx, id);
      if (locked?.status === "locked") await askAboutHeld(tx, locked, now);
    });
  }
  return (await listQuestionnaires(id)).map((row) => ({
    link: questionnaireUrl(row.id),
    expired_at: withoutFraction(row.expiresAt),
    status: amlStatusOf(row, now),
  }));
}

/** ISO 8601 in UTC, to the second. */
function withoutFraction(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, "Z");
}
