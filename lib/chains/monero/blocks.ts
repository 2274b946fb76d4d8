import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { count, fieldsOf, hash, list } from "@/lib/chains/monero/decode";
import { type MoneroNode, ServiceAnswerError } from "@/lib/chains/monero/monero-node";

/** CORE_RPC_ERROR_CODE_TOO_BIG_HEIGHT. */
const ABOVE_HEAD = -2n;

/** A block's reference and its transaction ids, the coinbase first. */
export type MoneroBlock = { readonly reference: BlockReference; readonly transactionIds: readonly string[] };

export async function readHead({ daemon }: MoneroNode, signal: AbortSignal): Promise<BlockReference> {
  return decodeHeader((await daemon.call("get_last_block_header", {}, signal)).block_header);
}

/** Returns null above the head. */
export async function readBlockAt(
  { daemon }: MoneroNode,
  height: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const answer = await orNullAbove(daemon.call("get_block_header_by_height", { height }, signal));
  return answer === null ? null : atHeight(daemon.name, height, decodeHeader(answer.block_header));
}

/** Returns null above the head. */
export async function readBlock(
  { daemon }: MoneroNode,
  height: number,
  signal: AbortSignal,
): Promise<MoneroBlock | null> {
  const answer = await orNullAbove(daemon.call("get_block", { height }, signal));
  if (answer === null) return null;
  return {
    reference: atHeight(daemon.name, height, decodeHeader(answer.block_header)),
    transactionIds: [answer.miner_tx_hash, ...list(answer.tx_hashes)].map(hash),
  };
}

/**
 * Returns the whole range, linked. @throws ChainInconsistentError when the daemon does not have all
 * of it
 */
export async function readBlocks(
  { daemon }: MoneroNode,
  range: { readonly fromHeight: number; readonly toHeight: number },
  signal: AbortSignal,
): Promise<readonly BlockReference[]> {
  const bounds = { start_height: range.fromHeight, end_height: range.toHeight };
  const answer = await orNullAbove(daemon.call("get_block_headers_range", bounds, signal));
  if (answer === null) throw new ChainInconsistentError(`${daemon.name} has no block ${range.toHeight}`);
  const blocks = list(answer.headers).map(decodeHeader);
  if (blocks.length !== range.toHeight - range.fromHeight + 1) {
    throw new ChainInconsistentError(`${daemon.name} sent ${blocks.length} blocks of a longer range`);
  }
  for (const [index, block] of blocks.entries()) {
    const below = blocks[index - 1];
    const isLinked = below === undefined || block.parentHash === below.hash;
    if (block.height !== range.fromHeight + index || !isLinked) {
      throw new ChainInconsistentError(`${daemon.name} reorganised at ${block.height} while being read`);
    }
  }
  return blocks;
}

function decodeHeader(value: unknown): BlockReference {
  const { height, hash: ownHash, prev_hash, timestamp } = fieldsOf(value);
  return {
    height: count(height),
    hash: hash(ownHash),
    parentHash: hash(prev_hash),
    time: new Date(count(timestamp) * 1000),
  };
}

function atHeight(name: string, height: number, block: BlockReference): BlockReference {
  if (block.height === height) return block;
  throw new ChainInconsistentError(`${name} sent block ${block.height} for ${height}`);
}

async function orNullAbove<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ServiceAnswerError && error.code === ABOVE_HEAD) return null;
    throw error;
  }
}
