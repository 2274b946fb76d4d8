import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { HEADER_BYTES, type Key, keyring } from "@/lib/kernel/crypto/keyring";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
/** Of the form without the name of a key, which was written until keys could be replaced. */
const NO_HEADER = Buffer.alloc(0);

/**
 * Encrypts a secret for a column with SECRET_KEY: name of the key, nonce, tag, ciphertext.
 * `context` binds it to its row, so that it cannot be moved to another.
 */
export function sealSecret(secret: string, context: string): Uint8Array<ArrayBuffer> {
  return sealBytes(Buffer.from(secret, "utf8"), context);
}

/** @throws Error when the bytes were not sealed with a key of the keyring and this context */
export function openSecret(sealed: Uint8Array, context: string): string {
  return openBytes(sealed, context).toString("utf8");
}

/** Encrypts the bytes of a file in the same way. */
export function sealBytes(bytes: Uint8Array, context: string): Uint8Array<ArrayBuffer> {
  const [key] = keyring();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(boundTo(key.header, context));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return new Uint8Array(Buffer.concat([key.header, nonce, cipher.getAuthTag(), ciphertext]));
}

/**
 * Decrypts with the key that the bytes name, or, if they name none, with each key in turn.
 * @throws Error when they were not sealed with a key of the keyring and this context
 */
export function openBytes(sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const named = keyring().find(({ header }) => header.equals(bytes.subarray(0, HEADER_BYTES)));
  if (named !== undefined) return open(bytes.subarray(HEADER_BYTES), named, boundTo(named.header, context));
  const causes: unknown[] = [];
  for (const key of keyring()) {
    try {
      return open(bytes, key, boundTo(NO_HEADER, context));
    } catch (error) {
      causes.push(error);
    }
  }
  throw new AggregateError(causes, "sealed with a key that is not configured, or for something else");
}

function open(bytes: Buffer, key: Key, additional: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(additional)
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function boundTo(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, "utf8")]);
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
