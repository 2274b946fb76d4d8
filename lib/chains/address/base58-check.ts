import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { type AddressProblem, isSame } from "@/lib/chains/address/verdict";

const CHECKSUM_BYTES = 4;
const HASH_BYTES = 20;
const TEXT = /^[1-9A-HJ-NP-Za-km-z]{20,50}$/;

export type Base58Address = { readonly version: number; readonly hash: Uint8Array };

/** One version byte, a hash of 20 bytes, and four bytes of its double SHA-256. */
export function decodeBase58Check(text: string): Base58Address | AddressProblem {
  if (!TEXT.test(text)) return "format";
  const bytes = base58.decode(text);
  if (bytes.length !== 1 + HASH_BYTES + CHECKSUM_BYTES) return "length";
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  if (!isSame(sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES))) return "checksum";
  return { version: payload[0] ?? 0, hash: payload.subarray(1) };
}
