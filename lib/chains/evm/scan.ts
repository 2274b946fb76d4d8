import type { ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock } from "@/lib/chains/evm/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/evm/config";
import type { RpcBlock, RpcReceipt } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { readReceipt } from "@/lib/chains/evm/receipts";
import { readSightings, type Sighting, toTransfer } from "@/lib/chains/evm/sightings";
import { AnswerTooLargeError } from "@/lib/chains/exchange";
import type { Destination, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/map-limited";

/** Reads the whole range from this one node: two nodes may stand on different branches. */
export async function scanRange(node: EvmNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const heights = Array.from({ length: range.toHeight - range.fromHeight + 1 }, (_, index) => range.fromHeight + index);
  const blocks = await mapLimited(heights, PARALLEL_REQUESTS, async (height) => {
    const block = await readBlock(node, height, true, signal);
    if (block === null) throw new ChainInconsistentError(`${node.name} has no block ${height}`);
    return block;
  });
  assertLinked(node, blocks);
  const sightings = await readHalving(node, blocks, signal);
  const ours = await keepMatched(sightings, range);
  return {
    blocks: blocks.map((block) => block.reference),
    transfers: await confirmByReceipts(node, ours, signal),
  };
}

function assertLinked(node: EvmNode, blocks: readonly RpcBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    const below = blocks[index - 1];
    if (below !== undefined && block.reference.parentHash !== below.reference.hash) {
      throw new ChainInconsistentError(`${node.name} reorganised at ${block.reference.height} while being read`);
    }
  }
}

/**
 * Providers limit logs by blocks, by count, by bytes and by time, and each words its refusal differently.
 * So any refusal halves the range; a single block that is still refused is the node's failure.
 */
async function readHalving(
  node: EvmNode,
  blocks: readonly RpcBlock[],
  signal: AbortSignal,
): Promise<readonly Sighting[]> {
  try {
    return await readSightings(node, blocks, signal);
  } catch (error) {
    const refused = error instanceof NodeAnswerError || error instanceof AnswerTooLargeError;
    if (!refused || blocks.length < 2) throw error;
    const middle = Math.ceil(blocks.length / 2);
    const lower = await readHalving(node, blocks.slice(0, middle), signal);
    return [...lower, ...(await readHalving(node, blocks.slice(middle), signal))];
  }
}

async function keepMatched(sightings: readonly Sighting[], range: ScanRange): Promise<readonly Sighting[]> {
  const distinct = new Map<string, Destination>(sightings.map(({ to }) => [to, { address: to, memo: null }]));
  if (distinct.size === 0) return [];
  try {
    const matched = await range.match([...distinct.values()]);
    return sightings.filter(({ to }) => matched.has(to));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}

/** A transaction in a block may have failed, and only its own receipt numbers its logs for ever. */
async function confirmByReceipts(
  node: EvmNode,
  sightings: readonly Sighting[],
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const ids = [...new Set(sightings.map((sighting) => sighting.transactionId))];
  const receipts = await mapLimited(ids, PARALLEL_REQUESTS, (id) => readReceipt(node, id, signal));
  const receiptOf = new Map<string, RpcReceipt>(receipts.map((receipt) => [receipt.transactionId, receipt]));
  return sightings.flatMap((sighting) => {
    const receipt = receiptOf.get(sighting.transactionId);
    if (receipt === undefined || receipt.blockHash !== sighting.block.hash) {
      throw new ChainInconsistentError(`${node.name} moved ${sighting.transactionId} while being read`);
    }
    return receipt.succeeded ? [toTransfer(sighting, receipt)] : [];
  });
}
