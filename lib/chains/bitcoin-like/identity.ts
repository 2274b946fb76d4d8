import { readHash } from "@/lib/chains/bitcoin-like/blocks";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { ChainIdentityError } from "@/lib/chains/errors";

/**
 * The hash of block 0, after the node has proven to be on the family's main network; in a sandbox whatever it is. Bitcoin and
 * Bitcoin Cash share their first years, so blocks after each split are compared as well.
 */
export async function readIdentity(
  node: CoinNode,
  expected: { readonly family: CoinFamily; readonly isSandbox: boolean },
  signal: AbortSignal,
): Promise<string> {
  const genesisHash = await readHash(node, 0, signal);
  if (genesisHash === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  if (expected.isSandbox) return genesisHash;
  const parameters = parametersOf(expected.family);
  if (genesisHash !== parameters.genesisHash) {
    throw new ChainIdentityError(`${node.name} is not on the main network of ${expected.family}`);
  }
  for (const { height, hash } of parameters.checkpoints) {
    const own = await readHash(node, height, signal);
    // Still reading old blocks: no proof against it, and nothing that it says is of use yet.
    if (own === null) throw new Error(`${node.name} has not reached block ${height} yet`);
    if (own !== hash) throw new ChainIdentityError(`${node.name} follows another chain from block ${height} on`);
  }
  return genesisHash;
}
