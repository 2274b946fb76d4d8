/** Greater than any text that goes on after the same beginning. */
const LAST_CHARACTER = "\u{10FFFF}";

/** Shorter text begins too many transactions and addresses to mean one of them. */
const CHAIN_TEXT_CHARACTERS_MIN = 8;

/** A range of bytes, for the operators of `text_pattern_ops`. */
export type TextRange = { readonly from: string; readonly to: string };

/** All text that begins with `search`, where the column is in lower case. */
export function textBeginning(search: string): TextRange {
  const from = search.toLowerCase();
  return { from, to: from + LAST_CHARACTER };
}

/** The same for a transaction or an address; null for text that is too short to be meant as one. */
export function chainTextBeginning(search: string): TextRange | null {
  return search.length < CHAIN_TEXT_CHARACTERS_MIN || /\s/.test(search) ? null : textBeginning(search);
}

/** All uuids that begin with `search`, dashes or not; null where none can, or it is too short to be meant as one. */
export function uuidsBeginning(search: string): TextRange | null {
  const digits = search.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { from: toUuid(digits.padEnd(32, "0")), to: toUuid(digits.padEnd(32, "f")) };
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
