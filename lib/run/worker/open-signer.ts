import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import { keyOfDerivationIndex } from "@/lib/custody/key-reference";
import type { KeyTree } from "@/lib/custody/key-tree";
import { findDerivationIndex } from "@/lib/run/worker/repo";
import { type FindSigner, ForeignAddressError } from "@/lib/sending/sends/engine";

/**
 * Lets the engine sign for the addresses of a family without ever seeing a key: the database says which one an address belongs to, and the tree
 * of keys whether that is so.
 */
export function openSigner(keys: Pick<KeyTree, "addressOf" | "sign">, family: AddressFamily): FindSigner {
  const known = new Map<string, number>();
  return async (address) => {
    const stored = known.get(address) ?? (await findDerivationIndex(family, toAddressKey(family, address)));
    if (stored === null) throw new ForeignAddressError(`${address} is no address of ours`);
    const key = keyOfDerivationIndex(family, stored);
    if (!known.has(address) && keys.addressOf(key) !== address)
      throw new ForeignAddressError(`${address} is not the address that its key has`);
    known.set(address, stored);
    return (requests) => requests.map((request) => keys.sign(key, request));
  };
}
