import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import { derivationIndexOf } from "@/lib/custody/key-reference";
import type { KeyTree } from "@/lib/custody/key-tree";
import { insertHotAddress, insertHotWallet } from "@/lib/custody/repo";

/** One hot wallet a family for now; its index is part of the table, so that more may follow. */
const FIRST_INDEX = 0;

/**
 * Writes down where the hot wallets of these families are, for everyone who may know the address and not the key, and for the watchers,
 * who from then on see what comes into them. Safe to repeat.
 * @throws Error when the table names another address: the database belongs to another seed
 */
export async function recordHotWallets(
  keys: Pick<KeyTree, "addressOf">,
  families: readonly AddressFamily[],
): Promise<void> {
  for (const family of families) {
    const address = keys.addressOf({ family, role: "hot", index: FIRST_INDEX });
    const stored = await insertHotWallet(family, FIRST_INDEX, address);
    if (stored !== address) throw new Error(`the ${family} hot wallet of this database belongs to another seed`);
    const derivationIndex = derivationIndexOf({ role: "hot", index: FIRST_INDEX });
    await insertHotAddress({ family, derivationIndex, address, addressKey: toAddressKey(family, address) });
  }
}
