import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import { keyOfDerivationIndex } from "@/lib/custody/key-reference";
import type { KeyTree } from "@/lib/custody/key-tree";
import type { FindSigner } from "@/lib/sends/engine";
import { findDerivationIndex } from "@/lib/worker/repo";

/**
 * Lets the engine sign for the addresses of a family without ever seeing a key: the address says which one it is, and the tree of keys
 * refuses a request that names another signer.
 */
export function openSigner(keys: Pick<KeyTree, "sign">, family: AddressFamily): FindSigner {
  const known = new Map<string, number>();
  return async (address) => {
    const stored = known.get(address) ?? (await findDerivationIndex(family, toAddressKey(family, address)));
    if (stored === null) throw new Error(`${address} is no address of ours`);
    known.set(address, stored);
    const key = keyOfDerivationIndex(family, stored);
    return (requests) => requests.map((request) => keys.sign(key, request));
  };
}
