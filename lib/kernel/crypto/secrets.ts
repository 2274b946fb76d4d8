import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { requiredSetting } from "@/lib/kernel/env";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/**
 * Encrypts a secret for a column: nonce, tag, ciphertext. `context` binds it to its row, so that it
 * cannot be moved to another.
 */
export function sealSecret(secret: string, context: string): Uint8Array<ArrayBuffer> {
  return sealBytes(Buffer.from(secret, "utf8"), context);
}

/** @throws Error when the bytes were not sealed with this key and context */
export function openSecret(sealed: Uint8Array, context: string): string {
  return openBytes(sealed, context).toString("utf8");
}

/** Encrypts the bytes of a file in the same way. */
export function sealBytes(bytes: Uint8Array, context: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(context, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}

/** @throws Error when the bytes were not sealed with this key and context */
export function openBytes(sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context, "utf8"))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function key(): Buffer {
  return Buffer.from(requiredSetting("SECRET_KEY"), "hex");
}

const SECRET_BYTES = 32;
/** Format of a secret in a link. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new secret for the link in a mail. It is stored nowhere: the row has its hash. */
export function newLinkSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/**
 * Returns the hash by which a link's secret is looked up; null for an invalid secret. The lookup's
 * timing reveals nothing about the secret.
 */
export function hashOfLinkSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  return SECRET.test(secret) ? new Uint8Array(createHash("sha256").update(secret).digest()) : null;
}
