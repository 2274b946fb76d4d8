import { generateMnemonic, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { findAnyAddress, findSeed, insertSeed } from "@/lib/custody/repo";
import { openMnemonic, readSeedKey, sealMnemonic } from "@/lib/custody/seed-key";

/** 256 bits: 24 words. */
const ENTROPY_BITS = 256;

/**
 * The database and the seed do not belong together; starting anyway would give out addresses that
 * nobody can spend from.
 */
export class SeedMismatchError extends Error {
  override readonly name = "SeedMismatchError";
}

/**
 * The words, made and stored encrypted when there are none. Of two workers that start at once one
 * makes them and both read the same. Throws SeedKeyError for a wrong key, SeedMismatchError when
 * addresses exist without a seed.
 */
export async function openSeed(key: Uint8Array): Promise<string> {
  const existing = await findSeed();
  if (existing !== null) return openMnemonic(existing, key);
  if ((await findAnyAddress()) !== null) {
    throw new SeedMismatchError(
      "the database has addresses but no seed: restore it with npm run seed:export -- --restore",
    );
  }
  await insertSeed(sealMnemonic(generateMnemonic(wordlist, ENTROPY_BITS), key));
  return readBack(key);
}

/**
 * Stores words that an operator kept, in a database that has none. Their addresses come back as the
 * pool is refilled.
 */
export async function restoreSeed(text: string, key: Uint8Array): Promise<string> {
  const mnemonic = normalizeMnemonic(text);
  if (!validateMnemonic(mnemonic, wordlist)) throw new SeedMismatchError("these are no valid BIP-39 words");
  if (!(await insertSeed(sealMnemonic(mnemonic, key)))) {
    throw new SeedMismatchError("this database has a seed already; it is never replaced");
  }
  return readBack(key);
}

/** Lower case, single spaces: as people type words. */
export function normalizeMnemonic(text: string): string {
  return text.normalize("NFKD").trim().toLowerCase().split(/\s+/).join(" ");
}

/** What is in the database counts, not what was meant to be put there. */
async function readBack(key: Uint8Array): Promise<string> {
  const stored = await findSeed();
  if (stored === null) throw new SeedMismatchError("the seed vanished from the database");
  return openMnemonic(stored, key);
}

/**
 * The keys of this installation, made on the first start of a worker. Keep the result: growing the
 * tree takes some 100 ms, and the words are not kept. Throws when the key is missing or wrong.
 */
export async function openCustody(): Promise<KeyTree> {
  return growKeyTree(await openSeed(readSeedKey()));
}
