import { type CoinBlock, readBlockTransactions } from "@/lib/chains/bitcoin-like/block-transactions";
import { INVALID_PARAMETER } from "@/lib/chains/bitcoin-like/blocks";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { PARALLEL_BLOCKS } from "@/lib/chains/bitcoin-like/config";
import { hash } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { readOrigins } from "@/lib/chains/bitcoin-like/origins";
import { keepMatched, transfersOfBlock } from "@/lib/chains/bitcoin-like/outputs";
import type { ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { mapLimited } from "@/lib/chains/map-limited";

/** Reads the whole range from this one node: two nodes may stand on different branches. */
export async function scanRange(
  node: CoinNode,
  family: CoinFamily,
  range: ScanRange,
  signal: AbortSignal,
): Promise<ScanResult> {
  const hashes = await readHashes(node, range, signal);
  // Reduced block by block: a whole one takes a hundred times the room of what it pays.
  const read = await mapLimited(hashes, PARALLEL_BLOCKS, async (blockHash) => {
    const block = await readBlockTransactions(node, blockHash, signal);
    return { reference: block.reference, transfers: transfersOfBlock(family, block) };
  });
  const blocks = read.map(({ reference }) => reference);
  assertLinked(node, range.fromHeight, blocks);
  const transfers = await keepMatched(
    read.flatMap((block) => block.transfers),
    range.match,
  );
  const origins = await readOrigins(
    node,
    transfers.map(({ transactionId }) => transactionId),
    signal,
  );
  return { blocks, transfers, origins };
}

async function readHashes(node: CoinNode, range: ScanRange, signal: AbortSignal): Promise<readonly string[]> {
  const calls = Array.from({ length: range.toHeight - range.fromHeight + 1 }, (_, index) => ({
    method: "getblockhash",
    params: [range.fromHeight + index],
  }));
  return (await node.batch(calls, signal)).map((answer, index) => {
    if (!(answer instanceof NodeAnswerError)) return hash(answer);
    if (answer.code !== INVALID_PARAMETER) throw answer;
    throw new ChainInconsistentError(`${node.name} has no block ${range.fromHeight + index}`, { cause: answer });
  });
}

function assertLinked(node: CoinNode, fromHeight: number, blocks: readonly CoinBlock["reference"][]): void {
  for (const [index, block] of blocks.entries()) {
    const below = blocks[index - 1];
    const isLinked = below === undefined || block.parentHash === below.hash;
    if (block.height !== fromHeight + index || !isLinked) {
      throw new ChainInconsistentError(`${node.name} reorganised at ${block.height} while being read`);
    }
  }
}
