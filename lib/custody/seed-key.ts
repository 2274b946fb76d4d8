import { readFileSync, statSync } from "node:fs";
import { env } from "@/lib/kernel/env";

/** Any permission for group or others. */
const OTHERS_MODE = 0o077;

/** The process has no usable key to the seed; the message names the setting. */
export class SeedKeyError extends Error {
  override readonly name = "SeedKeyError";
}

/** The 32 bytes that decrypt the seed, from SEED_KEY or else from SEED_KEY_FILE. Throws SeedKeyError. */
export function readSeedKey(): Buffer {
  const { SEED_KEY, SEED_KEY_FILE } = env();
  if (SEED_KEY !== undefined) return parseSeedKey(SEED_KEY, "SEED_KEY");
  if (SEED_KEY_FILE !== undefined) return readSeedKeyFile(SEED_KEY_FILE);
  throw new SeedKeyError("Bad setting SEED_KEY: the worker needs SEED_KEY or SEED_KEY_FILE");
}

/** Refuses a file that others may read: a key that two accounts know is no key. */
export function readSeedKeyFile(path: string): Buffer {
  let text: string;
  let mode: number;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SeedKeyError(`Bad setting SEED_KEY_FILE: ${path} cannot be read`, { cause: error });
  }
  // Windows has no such bits: its files all look open to everybody.
  if (process.platform !== "win32" && (mode & OTHERS_MODE) !== 0) {
    throw new SeedKeyError(`Bad setting SEED_KEY_FILE: others may use ${path}; run chmod 600 on it`);
  }
  return parseSeedKey(text.trim(), "SEED_KEY_FILE");
}

function parseSeedKey(text: string, setting: string): Buffer {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) {
    throw new SeedKeyError(`Bad setting ${setting}: expected 64 hex digits (32 bytes)`);
  }
  return Buffer.from(text, "hex");
}
