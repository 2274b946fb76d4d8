import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { openBytes, openSecret, sealBytes, sealSecret } from "@/lib/kernel/crypto/secrets";
import { withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import {
  deleteContents,
  findHeldCase,
  findQuestionnaire,
  insertDocument,
  listToForget,
  saveAnswers,
} from "@/lib/money-in/questionnaires/repo";
import { type AmlAnswers, type AmlContents, amlContents } from "@/lib/money-in/questionnaires/schema";
import type { AmlDocument } from "@/lib/money-in/questionnaires/validate-answers";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/** Answers and documents as stored in columns, each encrypted and bound to its row. */

/** The context to which the answers are sealed. */
export function answersContext(questionnaireId: string): string {
  return `aml-questionnaire:${questionnaireId}`;
}

/** The context to which a document is sealed. */
export function documentContext(documentId: string): string {
  return `aml-document:${documentId}`;
}

function sealContents(questionnaireId: string, contents: AmlContents): Uint8Array<ArrayBuffer> {
  return sealSecret(JSON.stringify(contents), answersContext(questionnaireId));
}

/** @throws Error when it was encrypted for another row or with another key */
export function openContents(questionnaireId: string, sealed: Uint8Array): AmlContents {
  return amlContents.parse(JSON.parse(openSecret(sealed, answersContext(questionnaireId))));
}

function sealDocument(documentId: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return sealBytes(bytes, documentContext(documentId));
}

/** @throws Error when it was encrypted for another row or with another key */
export function openDocument(documentId: string, sealed: Uint8Array): Buffer {
  return openBytes(sealed, documentContext(documentId));
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 50;

/**
 * Deletes answers and documents `AML_RETENTION_DAYS` after the operator's decision, unless a
 * deposit of their invoice is held or being refunded. The times of answer and decision are kept,
 * and so is the audit log. Safe to repeat and to run concurrently.
 */
export async function deleteOldAnswers(now = new Date()): Promise<void> {
  const closedBefore = new Date(now.getTime() - env().AML_RETENTION_DAYS * DAY_MS);
  for (const { id, invoiceId } of await listToForget(closedBefore, AT_ONCE)) {
    await withTransaction(async (tx) => {
      const documents = await deleteContents(tx, id);
      if (documents === null) return;
      const detail = { questionnaire: id, documents };
      await recordAudit(tx, { actorId: null, action: "aml.delete", target: invoiceId, detail });
    });
  }
}

export type Submission = { readonly answers: AmlAnswers; readonly documents: readonly AmlDocument[] };

/**
 * Stores a payer's encrypted answers and documents for the operator only, and notifies the
 * operator. Once per questionnaire and before its deadline: returns false, and stores nothing, when
 * another submission was first, it was closed, or its deadline has passed. Moves no money and
 * decides nothing.
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
    // This locks the row: a concurrent submission waits and then finds it answered.
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
