import type { DocumentKind } from "@/lib/aml/document-kind";

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
