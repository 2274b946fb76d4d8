/**
 * Ed25519 keys of the emulator's own actors, each derived from a 32-byte secret, and signature
 * verification.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { base58 } from "@scure/base";

/** The prefix of a 32-byte private or public key in the formats that Node reads (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** Derives a key from a secret and a name: the same pair always gives the same key. */
export function deriveKey(secret, name) {
  const seed = createHash("sha256").update(secret).update(name).digest();
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: "der", type: "pkcs8" });
  const known = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    address: base58.encode(known.subarray(PUBLIC_PREFIX.length)),
    sign: (message) => Uint8Array.from(sign(null, message, key)),
  };
}

/**
 * Returns whether the owner of an address signed a message. Also false for addresses that are not
 * keys.
 */
export function isSignedBy(address, message, signature) {
  const bytes = Buffer.concat([PUBLIC_PREFIX, base58.decode(address)]);
  try {
    return verify(null, message, createPublicKey({ key: bytes, format: "der", type: "spki" }), signature);
  } catch {
    return false;
  }
}
