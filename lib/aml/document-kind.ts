import type { DOCUMENT_KINDS } from "@/lib/aml/schema";
import { imageKind } from "@/lib/brands/image-kind";

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const PDF_START = "%PDF-";

/**
 * What a document is by its first bytes, whatever it is called; null for anything else. What may follow behind them is not judged: no part of
 * the gateway opens a document, and it is handed out as a file that browsers do not show.
 */
export function documentKind(file: Uint8Array): DocumentKind | null {
  if (Buffer.from(file.subarray(0, PDF_START.length)).toString("latin1") === PDF_START) return "pdf";
  const image = imageKind(file);
  return image === "png" || image === "jpeg" ? image : null;
}
