import { z } from "zod";
import { fetchFile, fetchJson } from "@/lib/fronts/client/fetch-json";
import { amlContents } from "@/lib/money-in/questionnaires/schema";

const pathOf = (id: string) => `/api/operator/questionnaires/${encodeURIComponent(id)}`;

/** What a payer answered. Each reading is in the audit log, so that it is asked for by a button and never by a page. */
export function readAnswers(id: string) {
  return fetchJson(`${pathOf(id)}/answers`, amlContents, { method: "POST", body: {} });
}

export function readDocument(id: string, documentId: string): Promise<Blob> {
  return fetchFile(`${pathOf(id)}/documents/${encodeURIComponent(documentId)}`);
}

export function extendQuestionnaire(id: string) {
  return fetchJson(`${pathOf(id)}/extend`, z.object({}), { method: "POST", body: {} });
}
