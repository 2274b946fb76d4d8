import { base64 } from "@scure/base";
import { integerOf } from "@/lib/chains/solana/exact-json";

/**
 * The pieces that answers are read with. Numbers arrive as exact-json.ts marks them; whatever is of another type than asked for
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
  const exact = integerOf(value);
  if (exact === null || exact < 0n || exact > U64_MAX) throw malformed("64-bit integer", value);
  return exact;
}

/** Token amounts come as text, because JavaScript clients would round them. */
export function unitsText(value: unknown): bigint {
  if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) throw malformed("amount in text", value);
  const exact = BigInt(value);
  if (exact > U64_MAX) throw malformed("64-bit amount", value);
  return exact;
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
  return new Error(`the node sent no ${expected}: ${String(JSON.stringify(value)).slice(0, 80)}`);
}
