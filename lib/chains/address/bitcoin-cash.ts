import { bech32 } from "@scure/base";
import {
  type AddressEncoding,
  type AddressValidation,
  accepted,
  isAllZero,
  refused,
} from "@/lib/chains/address/address-validation";

const PREFIX: Readonly<Record<AddressEncoding, string>> = { real: "bitcoincash", sandbox: "bchreg" };
const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_CHARACTERS = 8;
/** P2PKH, P2SH, and the token-aware variants of both. */
const TYPE_MAX = 3;
const HASH_BYTES = new Map([
  [0, 20],
  [3, 32],
]);

/**
 * Validates a CashAddr address with or without its prefix; the canonical form is lower case with
 * the prefix. Legacy addresses are rejected: they are identical to Bitcoin's, so the intended chain
 * is ambiguous.
 */
export function validateBitcoinCash(text: string, encoding: AddressEncoding): AddressValidation {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refused("format");
  const prefix = PREFIX[encoding];
  const parts = lower.split(":");
  const data = parts.at(-1) ?? "";
  if (parts.length > 2 || [...data].some((character) => !ALPHABET.includes(character))) return refused("format");
  if (parts.length === 2 && parts[0] !== prefix) return refused("network");
  if (data.length <= CHECKSUM_CHARACTERS) return refused("length");
  const words = [...data].map((character) => ALPHABET.indexOf(character));
  if (checksum([...prefixWords(prefix), 0, ...words]) !== 0n) return refused("checksum");
  return validatePayload(words.slice(0, -CHECKSUM_CHARACTERS), `${prefix}:${data}`);
}

/** A version byte (type in bits 3 to 6, size in bits 0 to 2), followed by the hash. */
function validatePayload(words: number[], canonical: string): AddressValidation {
  const [version = 0, ...hash] = bech32.fromWordsUnsafe(words) || [255];
  if (version >> 3 > TYPE_MAX) return refused("format");
  if (HASH_BYTES.get(version & 7) !== hash.length) return refused("length");
  return isAllZero(Uint8Array.from(hash)) ? refused("burn") : accepted(canonical);
}

const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const;

/** Returns the main network address of a 20-byte key hash. */
export function encodeCashAddress(hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.from([0, ...hash]));
  const state = checksum([...prefixWords(PREFIX.real), 0, ...words, ...new Array<number>(CHECKSUM_CHARACTERS).fill(0)]);
  const last = Array.from({ length: CHECKSUM_CHARACTERS }, (_, index) =>
    Number((state >> BigInt(5 * (CHECKSUM_CHARACTERS - 1 - index))) & 31n),
  );
  return `${PREFIX.real}:${[...words, ...last].map((word) => ALPHABET.charAt(word)).join("")}`;
}

function prefixWords(prefix: string): number[] {
  return [...prefix].map((character) => (character.codePointAt(0) ?? 0) & 31);
}

/**
 * The checksum polynomial of the CashAddr specification over 5-bit words; zero for a valid address.
 */
function checksum(words: readonly number[]): bigint {
  let state = 1n;
  for (const word of words) {
    const top = state >> 35n;
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) state ^= generator;
    });
  }
  return state ^ 1n;
}
