import { base64 } from "@scure/base";

/**
 * The pieces that answers are read with. Numbers arrive as bigint (see json-rpc.ts); whatever is of another type than asked for
 * fails here and not as a strange amount later.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** What 32 and 64 bytes look like in base58. Decoding each of the 25,000 keys of a full block would take longer than all the rest. */
const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const U64_MAX = 2n ** 64n - 1n;

export function object(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("object", value);
  return value as Fields;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed("list", value);
  return value;
}

/** Lamports and the like: a JSON integer of 64 bits. A fraction or an exponent is refused. */
export function units(value: unknown): bigint {
  if (typeof value !== "bigint" || value < 0n || value > U64_MAX) throw malformed("64-bit integer", value);
  return value;
}

/** Token amounts come as text, because JavaScript clients would round them. */
export function unitsText(value: unknown): bigint {
  if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) throw malformed("amount in text", value);
  return units(BigInt(value));
}

/** Slots, heights, indexes and seconds: small by nature, refused when they are not exact. */
export function small(value: unknown): number {
  const exact = units(value);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("small integer", value);
  return Number.parseInt(exact.toString(), 10);
}

/** An address or a hash. */
export function key(value: unknown): string {
  if (typeof value !== "string" || !KEY.test(value)) throw malformed("key", value);
  return value;
}

export function signature(value: unknown): string {
  if (typeof value !== "string" || !SIGNATURE.test(value)) throw malformed("signature", value);
  return value;
}

/** The data of an account: `[text, "base64"]`. */
export function accountData(value: unknown): Uint8Array {
  const [text, encoding] = list(value);
  if (typeof text !== "string" || encoding !== "base64") throw malformed("base64 data", value);
  return base64.decode(text);
}

/** What a call answers with the slot that it speaks of. */
export function inContext(answer: unknown): { readonly slot: number; readonly value: unknown } {
  const fields = object(answer);
  return { slot: small(object(fields.context).slot), value: fields.value };
}

export function malformed(expected: string, value: unknown): Error {
  const text = typeof value === "bigint" ? value.toString() : textOf(value);
  return new Error(`the node sent no ${expected}: ${text.slice(0, 80)}`);
}

function textOf(value: unknown): string {
  return String(JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? inner.toString() : inner)));
}
