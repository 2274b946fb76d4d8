import { generateMnemonic, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { findAnyAddress, findSeed, insertSeed, lockSeed, replaceSealed } from "@/lib/custody/repo";
import { openMnemonic, readSeedKeys, type SealedMnemonic, type SeedKeys, sealMnemonic } from "@/lib/custody/seed-key";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";

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
 * start at once only one creates it, and both read the same. Throws SeedKeyError if no key is
 * right, SeedMismatchError when addresses exist without a seed.
 */
export async function openSeed(keys: SeedKeys): Promise<string> {
  const existing = await findSeed();
  if (existing !== null) return openMnemonic(existing, keys);
  if ((await findAnyAddress()) !== null) {
    throw new SeedMismatchError(
      "the database has addresses but no seed: restore it with npm run seed:export -- --restore",
    );
  }
  await insertSeed(sealMnemonic(generateMnemonic(wordlist, ENTROPY_BITS), keys[0]));
  return readBack(keys);
}

/**
 * Stores an operator's backed-up words in a database without a seed. Their addresses return as the
 * pool is refilled.
 */
export async function restoreSeed(text: string, keys: SeedKeys): Promise<string> {
  const mnemonic = normalizeMnemonic(text);
  if (!validateMnemonic(mnemonic, wordlist)) throw new SeedMismatchError("these are no valid BIP-39 words");
  if (!(await insertSeed(sealMnemonic(mnemonic, keys[0])))) {
    throw new SeedMismatchError("this database has a seed already; it is never replaced");
  }
  return readBack(keys);
}

/**
 * Encrypts the stored words under the first key. Before it is committed, the row is read back and
 * decrypted with that key alone. Returns false when it already was under that key. Workers that run
 * are not affected: they have opened the seed.
 * @throws SeedKeyError when no key decrypts it, SeedMismatchError when there is no seed
 */
export function reencryptSeed(keys: SeedKeys): Promise<boolean> {
  return withTransaction(async (tx) => {
    const stored = await lockSeed(tx);
    if (stored === null) throw new SeedMismatchError("this database has no seed");
    const mnemonic = openMnemonic(stored, keys);
    if (isSealedWith(stored, keys[0])) return false;
    await replaceSealed(tx, sealMnemonic(mnemonic, keys[0]));
    const written = await lockSeed(tx);
    if (written === null || openMnemonic(written, [keys[0]]) !== mnemonic)
      throw new SeedMismatchError("the seed could not be read back; nothing was changed");
    await recordAudit(tx, { actorId: null, action: "seed.reencrypt" });
    return true;
  });
}

function isSealedWith(stored: SealedMnemonic, key: Uint8Array): boolean {
  try {
    openMnemonic(stored, [key]);
    return true;
  } catch {
    return false;
  }
}

/** Lower case, single spaces: as users type words. */
export function normalizeMnemonic(text: string): string {
  return text.normalize("NFKD").trim().toLowerCase().split(/\s+/).join(" ");
}

/** What is stored in the database counts, not what was to be written. */
async function readBack(keys: SeedKeys): Promise<string> {
  const stored = await findSeed();
  if (stored === null) throw new SeedMismatchError("the seed vanished from the database");
  return openMnemonic(stored, keys);
}

/**
 * Returns the keys of this installation, created on the first start of a worker. Reuse the result:
 * building the tree takes some 100 ms, and the words are not cached. Throws when the key is missing
 * or wrong.
 */
export async function openCustody(): Promise<KeyTree> {
  return growKeyTree(await openSeed(readSeedKeys()));
}
