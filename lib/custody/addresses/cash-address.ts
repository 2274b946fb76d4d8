import { bech32 } from "@scure/base";

/** The alphabet is bech32's own; the checksum is not. */
const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_WORDS = 8;
const WORD_BITS = 5n;
const WORD_MASK = 31n;
/** Generator of the 40-bit BCH code in the CashAddr specification. */
const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const;
/** Type "public key hash" with a payload of 160 bits. */
const P2PKH_VERSION = 0;

/** CashAddr text of a public key hash, with its prefix. */
export function encodeCashAddress(prefix: string, hash: Uint8Array): string {
  const payload = bech32.toWords(Uint8Array.from([P2PKH_VERSION, ...hash]));
  const prefixWords = [...prefix].map((letter) => letter.charCodeAt(0) & 31);
  const remainder = polymod([...prefixWords, 0, ...payload, ...new Array<number>(CHECKSUM_WORDS).fill(0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, index) => {
    const shift = WORD_BITS * BigInt(CHECKSUM_WORDS - 1 - index);
    return Number.parseInt(((remainder >> shift) & WORD_MASK).toString(), 10);
  });
  return `${prefix}:${[...payload, ...checksum].map((word) => ALPHABET[word]).join("")}`;
}

function polymod(words: readonly number[]): bigint {
  let state = 1n;
  for (const word of words) {
    const top = state >> 35n;
    state = ((state & 0x07ffffffffn) << WORD_BITS) ^ BigInt(word);
    for (const [bit, generator] of GENERATOR.entries()) {
      if ((top >> BigInt(bit)) & 1n) state ^= generator;
    }
  }
  return state ^ 1n;
}
