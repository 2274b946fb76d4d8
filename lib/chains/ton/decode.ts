import { Cell } from "@ton/core";

/** Nothing on this chain is longer: a whole message fits in 8 kB of cells. */
const BOC_TEXT_MAX = 4 * 1024 * 1024;

/** Decoders for everything a node sends: each throws on a value of another kind. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError("the node sent no object where one belongs");
}

export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError("the node sent no list where one belongs");
}

/**
 * Decodes an amount: decimal text and never a JSON number, which would already have lost digits.
 */
export function units(value: unknown): bigint {
  if (typeof value === "string" && /^\d{1,39}$/.test(value)) return BigInt(value);
  throw new TypeError(`the node sent no amount: ${String(value).slice(0, 40)}`);
}

/** Decodes an integer count or id, which some answers send as text. */
export function whole(value: unknown): number {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number.parseInt(value, 10) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw new TypeError(`the node sent no whole number: ${String(value).slice(0, 40)}`);
}

/** Converts a hash from base64 to hex, as explorers display it. */
export function hash(value: unknown): string {
  if (typeof value === "string" && /^[A-Za-z0-9+/_-]{43}=$/.test(value)) {
    return Buffer.from(value, "base64").toString("hex");
  }
  throw new TypeError(`the node sent no hash: ${String(value).slice(0, 60)}`);
}

/** Decodes a bag of cells in base64 with one root. */
export function cell(value: unknown): Cell {
  if (typeof value !== "string" || value.length > BOC_TEXT_MAX) throw new TypeError("the node sent no bag of cells");
  return Cell.fromBase64(value);
}
