import { parse } from "lossless-json";

/** Before the digits of a number, so that it is told from a text with the same digits. */
const MARK = "#";
const NUMBER = /([:,[]\s*)(-?\d[\d.eE+-]*)/g;
const INTEGER = /^#(-?\d{1,40})$/;

/**
 * JSON in which every number is its own text with a mark before it, to be read by `integerOf`: none passes through a float. The numbers are
 * marked in the text and the engine's own parser does the rest, because a full block (4 MB) takes lossless-json a quarter of a second, and
 * two or three come in each. Marking within a text ends that text before the mark, which is no JSON: so either only
 * numbers were marked, or the parser refuses and lossless-json does it slowly.
 */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text.replace(NUMBER, `$1"${MARK}$2"`)) as unknown;
  } catch {
    return parse(text, undefined, markNumber);
  }
}

/** The same of one number, for what is read in pieces. */
export const markNumber = (digits: string): string => MARK + digits;

/** Null for a fraction, an exponent and whatever is no number. */
export function integerOf(value: unknown): bigint | null {
  const digits = typeof value === "string" ? INTEGER.exec(value)?.[1] : undefined;
  return digits === undefined ? null : BigInt(digits);
}
