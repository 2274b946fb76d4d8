import { findDocumentContent, findQuestionnaire } from "@/lib/aml/repo";
import type { AmlContents } from "@/lib/aml/schema";
import { openContents, openDocument } from "@/lib/aml/sealed-contents";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";

/** What a payer answered, for the operator. Each reading is in the audit log. @throws AppError `not_found` also once they were deleted */
export async function readAnswers(id: string, actorId: string): Promise<AmlContents> {
  return await withTransaction(async (tx) => {
    const { invoiceId, contents } = await openAnswers(tx, id);
    await recordAudit(tx, { actorId, action: "aml.read-answers", target: invoiceId, detail: { questionnaire: id } });
    return contents;
  });
}

export type ReadDocument = { readonly name: string; readonly bytes: Buffer };

/** One document of the answers, for the operator. Each reading is in the audit log. @throws AppError `not_found` */
export async function readDocument(id: string, documentId: string, actorId: string): Promise<ReadDocument> {
  return await withTransaction(async (tx) => {
    const { invoiceId, contents } = await openAnswers(tx, id);
    const listed = contents.documents.find((document) => document.id === documentId);
    const content = listed === undefined ? null : await findDocumentContent(tx, id, documentId);
    if (listed === undefined || content === null) throw new AppError("not_found", "There is no such document.");
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
