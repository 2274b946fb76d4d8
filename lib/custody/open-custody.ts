import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { openSeed } from "@/lib/custody/open-seed";
import { readSeedKey } from "@/lib/custody/seed-key";

/**
 * The keys of this installation, made on the first start of a worker. Keep the result: growing the tree takes
 * some 100 ms, and the words are not kept. Throws when the key is missing or wrong.
 */
export async function openCustody(): Promise<KeyTree> {
  return growKeyTree(await openSeed(readSeedKey()));
}
