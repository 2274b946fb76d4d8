/** Ed25519 keys of the sandbox's own actors, each from a secret of 32 bytes. */
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";

/** The key of a name under one secret: the same pair always gives the same key. */
export function deriveKey(secret, name) {
  const seed = Uint8Array.from(createHash("sha256").update(secret).update(name).digest());
  return {
    address: base58.encode(ed25519.getPublicKey(seed)),
    sign: (message) => ed25519.sign(message, seed),
  };
}
