import { openBytes, openSecret, sealBytes, sealSecret } from "@/lib/kernel/crypto/secret-box";
import { type AmlContents, amlContents } from "@/lib/money-in/questionnaires/schema";

/** Answers and documents as columns hold them, each bound to its row. */

export function sealContents(questionnaireId: string, contents: AmlContents): Uint8Array<ArrayBuffer> {
  return sealSecret(JSON.stringify(contents), `aml-questionnaire:${questionnaireId}`);
}

/** @throws Error when it was sealed for another row or with another key */
export function openContents(questionnaireId: string, sealed: Uint8Array): AmlContents {
  return amlContents.parse(JSON.parse(openSecret(sealed, `aml-questionnaire:${questionnaireId}`)));
}

export function sealDocument(documentId: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return sealBytes(bytes, `aml-document:${documentId}`);
}

/** @throws Error when it was sealed for another row or with another key */
export function openDocument(documentId: string, sealed: Uint8Array): Buffer {
  return openBytes(sealed, `aml-document:${documentId}`);
}
