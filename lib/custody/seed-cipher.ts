import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SeedKeyError } from "@/lib/custody/seed-key";

const ALGORITHM = "aes-256-gcm";
/** The size GCM is specified for; random, and one per key in practice, because a seed is encrypted once. */
const NONCE_BYTES = 12;
/** Bound into the tag, so that no other ciphertext under the same key can be put in the seed's place. */
const PURPOSE = Buffer.from("chaintill custody seed, version 1");

export type SealedWords = {
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly tag: Uint8Array<ArrayBuffer>;
};

export function sealWords(words: string, key: Uint8Array): SealedWords {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(PURPOSE);
  const ciphertext = Buffer.concat([cipher.update(words, "utf8"), cipher.final()]);
  return {
    ciphertext: Uint8Array.from(ciphertext),
    nonce: Uint8Array.from(nonce),
    tag: Uint8Array.from(cipher.getAuthTag()),
  };
}

/** Throws SeedKeyError when the key is another one or the stored bytes were altered. */
export function openWords(sealed: SealedWords, key: Uint8Array): string {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.nonce, { authTagLength: 16 }).setAAD(PURPOSE);
    decipher.setAuthTag(sealed.tag);
    return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new SeedKeyError("Bad setting SEED_KEY: it does not decrypt the seed in the database", { cause: error });
  }
}
