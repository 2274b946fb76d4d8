import type { Fields } from "@/lib/chains/tron/http-node";

/**
 * Helpers that decode answers and validate them. Protocol buffers omit default values: a missing
 * number is zero, a missing list empty, and a nonexistent object is `{}`.
 */
export function object(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("an object", value);
  return value as Fields;
}

/** Returns null for `{}`, the answer when the node does not have the requested object. */
export function objectOrNothing(value: unknown): Fields | null {
  const fields = object(value);
  return Object.keys(fields).length === 0 ? null : fields;
}

export function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw malformed("a list", value);
  return value;
}

/** A count of units, never negative. */
export function units(value: unknown): bigint {
  if (value === undefined) return 0n;
  if (typeof value !== "bigint" || value < 0n) throw malformed("a number", value);
  return value;
}

/** Heights and times: small numbers, rejected when they are not exact. */
export function smallNumber(value: unknown): number {
  const exact = units(value);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("a small number", value);
  return Number.parseInt(exact.toString(), 10);
}

export function text(value: unknown): string {
  if (typeof value !== "string") throw malformed("a text", value);
  return value;
}

/** Returns null where the field is missing. */
export function textOrNothing(value: unknown): string | null {
  return value === undefined ? null : text(value);
}

/** Lower case, without prefix. */
export function hex(value: unknown): string {
  if (typeof value !== "string" || !/^([0-9a-fA-F]{2})*$/.test(value)) throw malformed("bytes", value);
  return value.toLowerCase();
}

export function hash(value: unknown): string {
  const digits = hex(value);
  if (digits.length !== 64) throw malformed("a hash", value);
  return digits;
}

/** An address, which a node writes as 21 bytes: in lower case, for `toBase58`. */
export function address(value: unknown): string {
  const digits = hex(value);
  if (!/^41[0-9a-f]{40}$/.test(digits)) throw malformed("an address", value);
  return digits;
}

/**
 * Texts in answers are UTF-8 in hexadecimal, but `broadcasthex` and some services send plain text.
 */
export function message(value: unknown): string {
  if (typeof value !== "string") return "";
  const plain = /^([0-9a-fA-F]{2})+$/.test(value) ? Buffer.from(value, "hex").toString("utf8") : value;
  return plain.replaceAll(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}

function malformed(expected: string, value: unknown): Error {
  const shown = JSON.stringify(value, (_, item) => (typeof item === "bigint" ? item.toString() : item));
  return new Error(`the node sent no ${expected.replace(/^an? /, "")}: ${String(shown).slice(0, 80)}`);
}
