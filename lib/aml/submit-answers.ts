import { randomUUID } from "node:crypto";
import type { AmlDocument } from "@/lib/aml/judge-documents";
import { findHeldCase, findQuestionnaire, insertDocument, saveAnswers } from "@/lib/aml/repo";
import type { AmlAnswers } from "@/lib/aml/schema";
import { sealContents, sealDocument } from "@/lib/aml/sealed-contents";
import { withTransaction } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { queueNotification } from "@/lib/notifications/notify-people";

export type Submission = { readonly answers: AmlAnswers; readonly documents: readonly AmlDocument[] };

/**
 * Keeps a payer's answers and documents, encrypted, for the operator alone, who is told of them. Once for each questionnaire and in its time:
 * false, and nothing is kept, when another submission came first, it was closed, or its time is over. It moves no money and decides nothing.
 */
export async function submitAnswers(
  id: string,
  { answers, documents }: Submission,
  now = new Date(),
): Promise<boolean> {
  const sent = documents.map((document) => ({ ...document, id: randomUUID() }));
  const listed = sent.map(({ id: documentId, name, kind, bytes }) => {
    return { id: documentId, name, kind, size: bytes.byteLength };
  });
  const sealed = sealContents(id, { answers, documents: listed });
  return await withTransaction(async (tx) => {
    // Its row is locked by this from here on: another submission waits, and finds it answered.
    if (!(await saveAnswers(tx, id, { answers: sealed, now }))) return false;
    for (const { id: documentId, bytes } of sent) {
      await insertDocument(tx, { id: documentId, questionnaireId: id, content: sealDocument(documentId, bytes) });
    }
    const found = await findQuestionnaire(tx, id);
    invariant(found, "a questionnaire is never deleted");
    const detail = { questionnaire: id, documents: sent.length };
    await recordAudit(tx, { actorId: null, action: "aml.submit", target: found.invoiceId, detail });
    const caseId = await findHeldCase(tx, found.invoiceId);
    if (caseId !== null)
      await queueNotification(tx, { kind: "aml_answered", merchantId: null, reference: id, detail: { case: caseId } });
    return true;
  });
}
