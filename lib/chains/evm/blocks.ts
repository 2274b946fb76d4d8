import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import { decodeBlock, type RpcBlock, smallQuantity } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { BlockReference } from "@/lib/chains/facts";

export function toHex(quantity: number | bigint): string {
  return `0x${quantity.toString(16)}`;
}

/** Null above the head. `full` asks for whole transactions, else only their hashes are sent. */
export async function readBlock(
  node: EvmNode,
  at: number | "latest",
  full: boolean,
  signal: AbortSignal,
): Promise<RpcBlock | null> {
  const tag = at === "latest" ? at : toHex(at);
  const answer = await node.request("eth_getBlockByNumber", [tag, full], signal);
  if (answer == null) return null;
  const block = decodeBlock(answer);
  if (at !== "latest" && block.reference.height !== at) {
    throw new ChainInconsistentError(`${node.name} sent block ${block.reference.height} for ${at}`);
  }
  return block;
}

export async function readHead(node: EvmNode, signal: AbortSignal): Promise<BlockReference> {
  const block = await readBlock(node, "latest", false, signal);
  if (block === null) throw new ChainInconsistentError(`${node.name} has no head`);
  return block.reference;
}

/** Null when the node no longer (or not yet) has the block. */
export async function readBlockByHash(
  node: EvmNode,
  hash: string,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const answer = await node.request("eth_getBlockByHash", [hash, false], signal);
  return answer == null ? null : decodeBlock(answer).reference;
}

/**
 * A load balancer may send a URL to another chain at any time, without any call failing. Who is about to believe that something is gone or
 * spent asks again: addresses are the same on all chains, so every other answer would look right.
 * @throws ChainIdentityError
 */
export async function assertChain(node: EvmNode, chainId: number, signal: AbortSignal): Promise<void> {
  const answered = smallQuantity(await node.request("eth_chainId", [], signal));
  if (answered !== chainId) {
    throw new ChainIdentityError(`${node.name} is on chain ${answered}, not ${chainId}`);
  }
}

/** The hash of block 0, after the node has proven to be on this chain id. */
export async function readIdentity(node: EvmNode, chainId: number, signal: AbortSignal): Promise<string> {
  await assertChain(node, chainId, signal);
  const genesis = await readBlock(node, 0, false, signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  return genesis.reference.hash;
}
