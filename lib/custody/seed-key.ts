import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { env } from "@/lib/kernel/env";

/** Any permission for group or others. */
const OTHERS_MODE = 0o077;
/** Where systemd shows credentials, each to the user of one service. */
const CREDENTIALS = "/run/credentials/";
/** How the list of users who may read a file shows in its mode. */
const LISTED_MODE = 0o040;

/** The process has no usable key to the seed; the message names the setting. */
export class SeedKeyError extends Error {
  override readonly name = "SeedKeyError";
}

/** Keys of 32 bytes that may decrypt the seed. The first one encrypts it. */
export type SeedKeys = readonly [Uint8Array, ...Uint8Array[]];

/**
 * Returns the key from SEED_KEY or else from SEED_KEY_FILE, and, while it is being replaced, the
 * one from SEED_KEY_FILE_PREVIOUS. Throws SeedKeyError.
 */
export function readSeedKeys(): SeedKeys {
  const { SEED_KEY_FILE_PREVIOUS: previous } = env();
  return [readSeedKey(), ...(previous === undefined ? [] : readPreviousSeedKeys(previous))];
}

/**
 * Returns the key of the file; none if it is empty, as containers have it while no key is replaced.
 * Throws SeedKeyError.
 */
export function readPreviousSeedKeys(path: string): readonly Buffer[] {
  const text = readPrivateFile(path, "SEED_KEY_FILE_PREVIOUS");
  return text === "" ? [] : [parseSeedKey(text, "SEED_KEY_FILE_PREVIOUS")];
}

function readSeedKey(): Buffer {
  const { SEED_KEY, SEED_KEY_FILE } = env();
  if (SEED_KEY !== undefined) return parseSeedKey(SEED_KEY, "SEED_KEY");
  if (SEED_KEY_FILE !== undefined) return readSeedKeyFile(SEED_KEY_FILE);
  throw new SeedKeyError("Bad setting SEED_KEY: the worker needs SEED_KEY or SEED_KEY_FILE");
}

/** Rejects a file that other accounts may read: a shared key is not secret. */
export function readSeedKeyFile(path: string, setting = "SEED_KEY_FILE"): Buffer {
  return parseSeedKey(readPrivateFile(path, setting), setting);
}

function readPrivateFile(path: string, setting: string): string {
  let text: string;
  let mode: number;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, "utf8");
  } catch (error) {
    // Whoever writes the key itself there must not find it in a log.
    const shown = path.includes("/") ? path : "the file";
    throw new SeedKeyError(
      `Bad setting ${setting}: ${shown} cannot be read`,
      path.includes("/") ? { cause: error } : {},
    );
  }
  // Windows has no such permission bits: its files all appear open to everybody.
  if (process.platform !== "win32" && isForOthers(path, mode)) {
    throw new SeedKeyError(`Bad setting ${setting}: others may use ${path}; run chmod 600 on it`);
  }
  return text.trim();
}

/** Whether other accounts may use a file of this path and mode. Pure. */
export function isForOthers(path: string, mode: number): boolean {
  const allowed = path.startsWith(CREDENTIALS) ? LISTED_MODE : 0;
  return (mode & OTHERS_MODE & ~allowed) !== 0;
}

function parseSeedKey(text: string, setting: string): Buffer {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) {
    throw new SeedKeyError(`Bad setting ${setting}: expected 64 hex digits (32 bytes)`);
  }
  return Buffer.from(text, "hex");
}

const ALGORITHM = "aes-256-gcm";
/**
 * The size that GCM is specified for; random, and used once per key in practice, because a seed is
 * encrypted once under each.
 */
const NONCE_BYTES = 12;
/**
 * Authenticated with the tag, so that no other ciphertext under the same key can replace the seed.
 */
const PURPOSE = Buffer.from("chaintill custody seed, version 1");

export type SealedMnemonic = {
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly tag: Uint8Array<ArrayBuffer>;
};

export function sealMnemonic(mnemonic: string, key: Uint8Array): SealedMnemonic {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(PURPOSE);
  const ciphertext = Buffer.concat([cipher.update(mnemonic, "utf8"), cipher.final()]);
  return {
    ciphertext: Uint8Array.from(ciphertext),
    nonce: Uint8Array.from(nonce),
    tag: Uint8Array.from(cipher.getAuthTag()),
  };
}

/** Throws SeedKeyError when none of the keys is right or the stored bytes were altered. */
export function openMnemonic(sealed: SealedMnemonic, keys: SeedKeys): string {
  const causes: unknown[] = [];
  for (const key of keys) {
    try {
      return decrypt(sealed, key);
    } catch (error) {
      causes.push(error);
    }
  }
  const message = "Bad setting SEED_KEY: it does not decrypt the seed in the database";
  throw new SeedKeyError(message, { cause: new AggregateError(causes) });
}

function decrypt(sealed: SealedMnemonic, key: Uint8Array): string {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.nonce, { authTagLength: 16 }).setAAD(PURPOSE);
  decipher.setAuthTag(sealed.tag);
  return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]).toString("utf8");
}
