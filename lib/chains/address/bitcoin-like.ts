import { sha256 } from "@noble/hashes/sha2.js";
import { base58, bech32, bech32m } from "@scure/base";
import {
  type AddressEncoding,
  type AddressProblem,
  type AddressValidation,
  accepted,
  isAllZero,
  isSame,
  refused,
} from "@/lib/chains/address/address-validation";

const CHECKSUM_BYTES = 4;
const HASH_BYTES = 20;
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]{20,50}$/;

type Base58Address = { readonly version: number; readonly hash: Uint8Array };

/** Decodes one version byte, a hash of 20 bytes, and four bytes of its double SHA-256. */
export function decodeBase58Check(text: string): Base58Address | AddressProblem {
  if (!BASE58_TEXT.test(text)) return "format";
  const bytes = base58.decode(text);
  if (bytes.length !== 1 + HASH_BYTES + CHECKSUM_BYTES) return "length";
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  if (!isSame(sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES))) return "checksum";
  return { version: payload[0] ?? 0, hash: payload.subarray(1) };
}

const SEGWIT_DATA = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]*$/;
const CHECKSUM_CHARACTERS = 6;
const SEGWIT_TEXT_MAX = 90;
const KEY_HASH_BYTES = 20;
const WITNESS_BYTES = 32;

/**
 * Validates a segregated witness address with this prefix: version 0 in bech32 (BIP 173), version 1
 * in bech32m (BIP 350). Higher versions have no meaning yet, so any miner could take what is sent
 * there: they are rejected.
 */
export function validateSegwit(text: string, prefix: string): AddressValidation {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refused("format");
  const data = lower.slice(prefix.length + 1);
  if (!SEGWIT_DATA.test(data)) return refused("format");
  if (data.length <= CHECKSUM_CHARACTERS || lower.length > SEGWIT_TEXT_MAX) return refused("length");
  const version0 = bech32.decodeUnsafe(lower);
  const version1 = bech32m.decodeUnsafe(lower);
  const decoded = version0 ?? version1;
  if (decoded === undefined) return refused("checksum");
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!program || version === undefined || version > 1) return refused("format");
  // Each version has its own checksum: a valid program with the other checksum is a mistake of the
  // software that created the address.
  if ((version === 0) !== (version0 !== undefined)) return refused("checksum");
  const lengths = version === 0 ? [KEY_HASH_BYTES, WITNESS_BYTES] : [WITNESS_BYTES];
  if (!lengths.includes(program.length)) return refused("length");
  return isAllZero(program) ? refused("burn") : accepted(lower);
}

type Terms = {
  /** Version bytes of key hashes and script hashes. */
  readonly versions: readonly number[];
  /** Prefix of segregated witness addresses; null where the chain has none. */
  readonly segwit: string | null;
};

type BitcoinLikeFamily = "btc" | "ltc" | "doge" | "dash";

/**
 * From each node's chain parameters (`chainparams.cpp`). Litecoin's old script addresses (version
 * 5) are left out because they are identical to Bitcoin's, so the intended chain is ambiguous; the
 * newer form (version 50) is accepted.
 */
const TERMS: Readonly<Record<BitcoinLikeFamily, Readonly<Record<AddressEncoding, Terms>>>> = {
  btc: { real: { versions: [0, 5], segwit: "bc" }, sandbox: { versions: [111, 196], segwit: "bcrt" } },
  ltc: { real: { versions: [48, 50], segwit: "ltc" }, sandbox: { versions: [111, 196, 58], segwit: "rltc" } },
  doge: { real: { versions: [30, 22], segwit: null }, sandbox: { versions: [111, 196], segwit: null } },
  dash: { real: { versions: [76, 16], segwit: null }, sandbox: { versions: [140, 19], segwit: null } },
};

/** Created by choosing the text, not by hashing a key. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  "1BitcoinEaterAddressDontSendf59kuE",
  "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
  "DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr",
]);

/**
 * Validates Bitcoin, Litecoin, Dogecoin and Dash addresses: base58 with a version byte, and
 * segregated witness where the chain has it.
 */
export function validateBitcoinLike(
  family: BitcoinLikeFamily,
  text: string,
  encoding: AddressEncoding,
): AddressValidation {
  const terms = TERMS[family][encoding];
  if (terms.segwit !== null && text.toLowerCase().startsWith(`${terms.segwit}1`))
    return validateSegwit(text, terms.segwit);
  const decoded = decodeBase58Check(text);
  if (typeof decoded === "string") return refused(decoded);
  if (!terms.versions.includes(decoded.version)) return refused("network");
  return isAllZero(decoded.hash) || BURN_ADDRESSES.has(text) ? refused("burn") : accepted(text);
}
