import {
  DOCUMENT_BYTES_MAX,
  type DOCUMENT_KINDS,
  DOCUMENTS_BYTES_MAX,
  DOCUMENTS_MAX,
} from "@/lib/money-in/questionnaires/schema";
import { imageKind } from "@/lib/people/brands/encode-logo";

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const PDF_START = "%PDF-";

/**
 * What a document is by its first bytes, whatever it is called; null for anything else. What may follow behind them is not judged: no part of
 * the gateway opens a document, and it is handed out as a file that browsers do not show.
 */
function documentKind(file: Uint8Array): DocumentKind | null {
  if (Buffer.from(file.subarray(0, PDF_START.length)).toString("latin1") === PDF_START) return "pdf";
  const image = imageKind(file);
  return image === "png" || image === "jpeg" ? image : null;
}

const STEM_CHARACTERS_MAX = 80;
const ENDINGS: Readonly<Record<DocumentKind, string>> = { pdf: "pdf", png: "png", jpeg: "jpg" };

/**
 * A name for a document that can be shown and saved anywhere: of what the browser said its last part without folders and ending; letters of
 * all scripts, digits and a few signs; and the ending of what its bytes are. Pure.
 */
export function documentName(told: string, kind: DocumentKind): string {
  const last = told.split(/[/\\]/).at(-1) ?? "";
  const stem = last
    .normalize("NFC")
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, " ")
    .trim();
  const cut = [...stem].slice(0, STEM_CHARACTERS_MAX).join("").trim();
  return `${cut === "" ? "document" : cut}.${ENDINGS[kind]}`;
}

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
