import { type DocumentKind, documentKind } from "@/lib/aml/document-kind";
import { documentName } from "@/lib/aml/document-name";
import { DOCUMENT_BYTES_MAX, DOCUMENTS_BYTES_MAX, DOCUMENTS_MAX } from "@/lib/aml/schema";

/** As a form brought it. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array };

export type AmlDocument = { readonly name: string; readonly kind: DocumentKind; readonly bytes: Uint8Array };

/** `refused`: the name of the first file that is too large or of another kind; null where they are too many or too much together. */
export type JudgedDocuments = { readonly documents: readonly AmlDocument[] } | { readonly refused: string | null };

/** Whether files may come with the answers: how many, how large, and what they are by their first bytes. Pure. */
export function judgeDocuments(files: readonly SentFile[]): JudgedDocuments {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (files.length > DOCUMENTS_MAX || size > DOCUMENTS_BYTES_MAX) return { refused: null };
  const documents: AmlDocument[] = [];
  for (const { name, bytes } of files) {
    const kind = documentKind(bytes);
    if (kind === null || bytes.byteLength > DOCUMENT_BYTES_MAX) return { refused: name };
    documents.push({ name: documentName(name, kind), kind, bytes });
  }
  return { documents };
}
