import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, createBase58check } from "@scure/base";

const base58check = createBase58check(sha256);
const WITNESS_VERSION = 0;

/** Version bytes of pay-to-public-key-hash: chain parameters of Dogecoin Core and Dash Core. */
const P2PKH_VERSION = { doge: 0x1e, dash: 0x4c } as const;
/** Human-readable parts of BIP-173 and Litecoin Core. */
const SEGWIT_PREFIX = { btc: "bc", ltc: "ltc" } as const;

type BitcoinFamily = keyof typeof P2PKH_VERSION | keyof typeof SEGWIT_PREFIX | "bch";

/**
 * Returns the mainnet address of one compressed public key: native SegWit where the chain has it,
 * otherwise pay-to-public-key-hash.
 */
export function encodeBitcoinAddress(family: BitcoinFamily, publicKey: Uint8Array): string {
  const hash = ripemd160(sha256(publicKey));
  switch (family) {
    case "btc":
    case "ltc":
      return bech32.encode(SEGWIT_PREFIX[family], [WITNESS_VERSION, ...bech32.toWords(hash)]);
    case "doge":
    case "dash":
      return base58check.encode(Uint8Array.from([P2PKH_VERSION[family], ...hash]));
    case "bch":
      return encodeCashAddress("bitcoincash", hash);
  }
}

/** The alphabet is the same as bech32's; the checksum differs. */
const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_WORDS = 8;
const WORD_BITS = 5n;
const WORD_MASK = 31n;
/** Generator of the 40-bit BCH code in the CashAddr specification. */
const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const;
/** Type "public key hash" with a payload of 160 bits. */
const CASH_KEY_HASH_VERSION = 0;

/** Returns the CashAddr text of a public key hash, with its prefix. */
function encodeCashAddress(prefix: string, hash: Uint8Array): string {
  const payload = bech32.toWords(Uint8Array.from([CASH_KEY_HASH_VERSION, ...hash]));
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
