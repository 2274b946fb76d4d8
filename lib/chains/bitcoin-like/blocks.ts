import { count, fieldsOf, hash } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";

/** RPC_INVALID_PARAMETER of Bitcoin Core; here it means that the height is above the head. */
export const INVALID_PARAMETER = -8;

/** Parent hash of the genesis block. */
const NO_PARENT = "0".repeat(64);

/** Decodes a verbose header or block. */
export function decodeReference(value: unknown): BlockReference {
  const fields = fieldsOf(value);
  return {
    height: count(fields.height),
    hash: hash(fields.hash),
    parentHash: fields.previousblockhash == null ? NO_PARENT : hash(fields.previousblockhash),
    time: new Date(count(fields.time) * 1000),
  };
}

/** Returns null above the head. */
export async function readHash(node: CoinNode, height: number, signal: AbortSignal): Promise<string | null> {
  try {
    return hash(await node.request("getblockhash", [height], signal));
  } catch (error) {
    if (error instanceof NodeAnswerError && error.code === INVALID_PARAMETER) return null;
    throw error;
  }
}

/**
 * Reads the header of any block that the node has ever had; `isInChain` is false for an orphaned
 * block.
 */
export async function readHeader(
  node: CoinNode,
  blockHash: string,
  signal: AbortSignal,
): Promise<{ readonly reference: BlockReference; readonly isInChain: boolean }> {
  const answer = await node.request("getblockheader", [blockHash, true], signal);
  const reference = decodeReference(answer);
  if (reference.hash !== blockHash) {
    throw new ChainInconsistentError(`${node.name} sent block ${reference.hash} for ${blockHash}`);
  }
  // Every node of the family reports -1 confirmations for a block outside its main chain.
  return { reference, isInChain: !String(fieldsOf(answer).confirmations).startsWith("-") };
}

/** Returns null above the head. */
export async function readBlockAt(node: CoinNode, height: number, signal: AbortSignal): Promise<BlockReference | null> {
  const blockHash = await readHash(node, height, signal);
  if (blockHash === null) return null;
  const { reference } = await readHeader(node, blockHash, signal);
  if (reference.height === height) return reference;
  throw new ChainInconsistentError(`${node.name} sent block ${reference.height} for ${height}`);
}

/**
 * The last heads read. A head stays the same over many polls, and its hash identifies its header.
 */
const heads = new WeakMap<CoinNode, BlockReference>();

export async function readHead(node: CoinNode, signal: AbortSignal): Promise<BlockReference> {
  const best = hash(await node.request("getbestblockhash", [], signal));
  const known = heads.get(node);
  if (known?.hash === best) return known;
  const { reference } = await readHeader(node, best, signal);
  heads.set(node, reference);
  return reference;
}
