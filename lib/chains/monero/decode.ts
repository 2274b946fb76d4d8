import { stringify } from "lossless-json";
import { parseWhole } from "@/lib/chains/json-stream";

const INTEGER = /^-?\d{1,40}$/;

/**
 * Converts whole numbers to bigints and keeps all others as text, so that no amount passes through
 * a float.
 */
export function exactNumber(digits: string): unknown {
  return INTEGER.test(digits) ? BigInt(digits) : digits;
}

/** Parses JSON with such numbers. */
export function parseExact(text: string): unknown {
  return parseWhole(text, exactNumber);
}

/** The inverse of `parseExact`: prints a bigint as a number with all its digits. */
export function printExact(value: object): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError("what is sent has to be an object");
  return text;
}

/**
 * Answers of Monero's services (`parseExact`: whole numbers are bigint), validated while reading:
 * an unexpected answer must fail here, not later as a wrong amount.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Amounts are 64-bit. */
const UNITS_LIMIT = 1n << 64n;
const COUNT_LIMIT = 1_000_000_000_000n;

export function units(value: unknown): bigint {
  if (typeof value === "bigint" && value >= 0n && value < UNITS_LIMIT) return value;
  throw malformed("amount", value);
}

/** Heights, indexes and times: small numbers. */
export function count(value: unknown): number {
  if (typeof value !== "bigint" || value < 0n || value > COUNT_LIMIT) throw malformed("count", value);
  return Number.parseInt(value.toString(), 10);
}

export function hash(value: unknown): string {
  if (typeof value !== "string" || !/^[0-9a-fA-F]{64}$/.test(value)) throw malformed("hash", value);
  return value.toLowerCase();
}

export function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== "string" || !/^(?:[0-9a-fA-F]{2})+$/.test(value)) throw malformed("hexadecimal text", value);
  return Uint8Array.from(Buffer.from(value, "hex"));
}

export function text(value: unknown): string {
  if (typeof value !== "string") throw malformed("text", value);
  return value;
}

/** Monero's services omit empty lists. */
export function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw malformed("list", value);
  return value;
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw malformed("object", value);
  return value as Fields;
}

function malformed(expected: string, value: unknown): Error {
  return new Error(`the service sent no ${expected}: ${String(value).slice(0, 80)}`);
}
