import { generateMnemonic, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { findAnyAddress, findSeed, insertSeed } from "@/lib/custody/repo";
import { openMnemonic, readSeedKey, sealMnemonic } from "@/lib/custody/seed-key";

/** 256 bits: 24 words. */
const ENTROPY_BITS = 256;

/**
 * The database does not belong to the seed; starting anyway would assign addresses that nobody can
 * spend from.
 */
export class SeedMismatchError extends Error {
  override readonly name = "SeedMismatchError";
}

/**
 * Returns the mnemonic, and creates and stores it encrypted when there is none. Of two workers that
 * start at once only one creates it, and both read the same. Throws SeedKeyError for a wrong key,
 * SeedMismatchError when addresses exist without a seed.
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
 * Stores an operator's backed-up words in a database without a seed. Their addresses return as the
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

/** Lower case, single spaces: as users type words. */
export function normalizeMnemonic(text: string): string {
  return text.normalize("NFKD").trim().toLowerCase().split(/\s+/).join(" ");
}

/** What is stored in the database counts, not what was to be written. */
async function readBack(key: Uint8Array): Promise<string> {
  const stored = await findSeed();
  if (stored === null) throw new SeedMismatchError("the seed vanished from the database");
  return openMnemonic(stored, key);
}

/**
 * Returns the keys of this installation, created on the first start of a worker. Reuse the result:
 * building the tree takes some 100 ms, and the words are not cached. Throws when the key is missing
 * or wrong.
 */
export async function openCustody(): Promise<KeyTree> {
  return growKeyTree(await openSeed(readSeedKey()));
}
