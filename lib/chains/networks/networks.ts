import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { RECORDS } from "@/lib/chains/networks/all-networks";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

/** Every network that this version supports, by family, and by chain id within the EVM family. */
export const NETWORKS: readonly NetworkRecord[] = RECORDS.toSorted(
  (one, other) => placeOf(one) - placeOf(other) || (orderedChainId(one) < orderedChainId(other) ? -1 : 1),
);

/** Returns null when this version does not support the network. */
export function networkOf(code: string): NetworkRecord | null {
  return NETWORKS.find((network) => network.code === code) ?? null;
}

/** Finds an EVM network by its chain id; null when this version does not support it. */
export function networkOfChain(chainId: bigint): NetworkRecord | null {
  return NETWORKS.find((network) => network.chainId === chainId) ?? null;
}

function placeOf({ family }: NetworkRecord): number {
  return ADDRESS_FAMILIES.indexOf(family);
}

function orderedChainId({ chainId }: NetworkRecord): bigint {
  return chainId ?? 0n;
}
