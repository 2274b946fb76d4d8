import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58xmr } from "@scure/base";
import { type AddressEncoding, type AddressVerdict, accepted, isSame, refused } from "@/lib/chains/address/verdict";

const CHECKSUM_BYTES = 4;
const KEYS_BYTES = 64;
const PAYMENT_ID_BYTES = 8;
const TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;
const PLAIN_CHARACTERS = 95;
const INTEGRATED_CHARACTERS = 106;

/** First byte: standard, integrated (with a payment id) and sub-address. A private chain uses those of the real network. */
const REAL = { plain: [18, 42], integrated: [19] };
/** The same of the two test networks. */
const TEST = { plain: [53, 63, 24, 36], integrated: [54, 25] };

/** A Monero address: network byte, two public keys, the payment id of an integrated one, and four bytes of Keccak. */
export function judgeMonero(text: string, encoding: AddressEncoding): AddressVerdict {
  if (!TEXT.test(text)) return refused("format");
  if (text.length !== PLAIN_CHARACTERS && text.length !== INTEGRATED_CHARACTERS) return refused("length");
  const bytes = decode(text);
  if (bytes === null) return refused("format");
  const isIntegrated = text.length === INTEGRATED_CHARACTERS;
  const payloadBytes = 1 + KEYS_BYTES + (isIntegrated ? PAYMENT_ID_BYTES : 0);
  if (bytes.length !== payloadBytes + CHECKSUM_BYTES) return refused("length");
  const payload = bytes.subarray(0, payloadBytes);
  if (!isSame(keccak_256(payload).subarray(0, CHECKSUM_BYTES), bytes.subarray(payloadBytes)))
    return refused("checksum");
  const kind = isIntegrated ? "integrated" : "plain";
  const networks = encoding === "real" ? REAL[kind] : [...REAL[kind], ...TEST[kind]];
  return networks.includes(payload[0] ?? 0) ? accepted(text) : refused("network");
}

/** Null for a block of characters that stands for more than its bytes can hold. */
function decode(text: string): Uint8Array | null {
  try {
    return base58xmr.decode(text);
  } catch {
    return null;
  }
}
