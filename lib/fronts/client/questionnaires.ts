import { fetchFile } from "@/lib/fronts/client/fetch-json";

/** A document that a payer sent with their answers. Each reading is in the audit log, so that it is asked for by a button and never by a page. */
export function readDocument(id: string, documentId: string): Promise<Blob> {
  const questionnaire = `/api/operator/questionnaires/${encodeURIComponent(id)}`;
  return fetchFile(`${questionnaire}/documents/${encodeURIComponent(documentId)}`);
}
