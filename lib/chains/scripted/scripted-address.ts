import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

/**
 * Addresses of the scripted chain: "scripted1", the public key in hex, four digits of checksum. The key is
 * in the text so that a signature can be checked for either scheme without asking anybody.
 */
const PREFIX = "scripted1";
const CHECKSUM_DIGITS = 4;

export function addressOfKey(publicKey: Uint8Array): string {
  const key = bytesToHex(publicKey);
  return `${PREFIX}${key}${checksumOf(key)}`;
}

/** Canonical text is lower case; null when prefix, length or checksum is wrong. */
export function parseScriptedAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  const key = publicKeyHexOf(address);
  return key === null || !address.endsWith(checksumOf(key)) ? null : address;
}

/** Keys of 33 bytes are secp256k1, of 32 bytes ed25519. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKeyHexOf(address);
  if (key === null) return false;
  const publicKey = hexToBytes(key);
  return publicKey.length === 33
    ? secp256k1.verify(signature.slice(0, 64), message, publicKey, { prehash: false })
    : ed25519.verify(signature, message, publicKey);
}

function publicKeyHexOf(address: string): string | null {
  return new RegExp(`^${PREFIX}([0-9a-f]{64}|[0-9a-f]{66})[0-9a-f]{${CHECKSUM_DIGITS}}$`).exec(address)?.[1] ?? null;
}

function checksumOf(key: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(key))).slice(0, CHECKSUM_DIGITS);
}
