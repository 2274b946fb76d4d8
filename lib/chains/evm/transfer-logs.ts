import { keccak256, toBytes } from "viem";
import type { DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { toHex } from "@/lib/chains/evm/blocks";
import { PARALLEL_REQUESTS, TRANSFER_TOPIC } from "@/lib/chains/evm/config";
import { decodeLog, list, type RpcLog } from "@/lib/chains/evm/decode";
import {
  type FoundTransfer,
  filterTransfers,
  type ScannedBlock,
  tokenTransfer,
} from "@/lib/chains/evm/found-transfers";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { readReceipt } from "@/lib/chains/evm/transactions";
import { inBlock, mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";

const BLOOM_BYTES = 256;
/** Yellow paper: three times eleven bits of the hash, each naming one of 2048. */
const BIT_MASK = 2047;
const HASH_OFFSETS = [0, 2, 4] as const;

/**
 * Returns the three bits that a log with this topic (or of this contract) sets in its block's
 * filter.
 */
function bloomBitsOf(value: `0x${string}`): readonly number[] {
  const hash = keccak256(toBytes(value), "bytes");
  return HASH_OFFSETS.map((offset) => (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & BIT_MASK);
}

/**
 * False proves that the block has no such log; true may be a false positive. A filter of another
 * size proves nothing: true.
 */
function mayHold(bloom: string, bits: readonly number[]): boolean {
  const filter = toBytes(bloom as `0x${string}`);
  if (filter.length !== BLOOM_BYTES) return true;
  return bits.every((bit) => ((filter[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);
}

const TRANSFER_BITS = bloomBitsOf(TRANSFER_TOPIC);

/** Transfers found in the logs of some blocks, and the blocks that had any. */
type ReadLogs = { readonly foundTransfers: DestinationFilter<FoundTransfer>; readonly reported: ReadonlySet<string> };

type LogReading = {
  readonly match: MatchDestinations;
  /** Size limit of an answer for several blocks; that for one block is the node's. */
  readonly rangeBytesMax: number;
};

/**
 * Reads every non-zero token transfer in these linked blocks that may be ours. Providers limit logs
 * by blocks, by count, by bytes and by time, and each words its refusal differently. So any refusal
 * halves the range; a single block that is still refused counts as the node's failure.
 */
export async function readHalving(
  node: EvmNode,
  blocks: readonly ScannedBlock[],
  reading: LogReading,
  signal: AbortSignal,
): Promise<DestinationFilter<FoundTransfer>> {
  const [first] = blocks;
  if (first === undefined) return filterTransfers(reading.match);
  if (blocks.length === 1) {
    return inBlock(first.reference.height, () => readTransferLogs(node, blocks, reading, signal));
  }
  try {
    return await readTransferLogs(node, blocks, reading, signal);
  } catch (error) {
    if (!(error instanceof NodeAnswerError || error instanceof AnswerTooLargeError)) throw error;
    const middle = Math.ceil(blocks.length / 2);
    const lower = await readHalving(node, blocks.slice(0, middle), reading, signal);
    lower.adopt((await readHalving(node, blocks.slice(middle), reading, signal)).entries());
    await lower.drain();
    return lower;
  }
}

/**
 * Reads the range's logs and verifies that they are complete. One URL may hide several nodes, and a
 * lagging one answers a range that it does not have with an empty list: a deposit would be lost
 * without any error. The block's bloom filter shows that transfers are missing, and a node queried
 * by block hash has to report that it lacks the block.
 */
async function readTransferLogs(
  node: EvmNode,
  blocks: readonly ScannedBlock[],
  { match, rangeBytesMax }: LogReading,
  signal: AbortSignal,
): Promise<DestinationFilter<FoundTransfer>> {
  const heights = blocks.map(({ reference }) => reference.height);
  const range = { fromBlock: toHex(Math.min(...heights)), toBlock: toHex(Math.max(...heights)) };
  const bytesMax = blocks.length === 1 ? undefined : rangeBytesMax;
  const { foundTransfers, reported } = await readLogs(node, range, createTaker(node, blocks, match), signal, bytesMax);
  const doubtful = blocks.filter(
    ({ reference, logsBloom }) =>
      !reported.has(reference.hash) && logsBloom !== null && mayHold(logsBloom, TRANSFER_BITS),
  );
  const found = await mapLimited(doubtful, PARALLEL_REQUESTS, (block) =>
    inBlock(block.reference.height, async () => {
      const taker = createTaker(node, blocks, match);
      const ofBlock = await readLogs(node, { blockHash: block.reference.hash }, taker, signal);
      return ofBlock.reported.size > 0
        ? ofBlock
        : readReceiptLogs(node, block, createTaker(node, blocks, match), signal);
    }),
  );
  for (const more of found) foundTransfers.adopt(more.foundTransfers.entries());
  await foundTransfers.drain();
  return foundTransfers;
}

type LogTaker = ReadLogs & { readonly take: (log: RpcLog) => void };

function createTaker(node: EvmNode, blocks: readonly ScannedBlock[], match: MatchDestinations): LogTaker {
  const heights = new Map(blocks.map(({ reference }) => [reference.hash, reference.height]));
  const foundTransfers = filterTransfers(match);
  const reported = new Set<string>();
  const take = (log: RpcLog) => {
    const height = heights.get(log.blockHash);
    if (height === undefined) throw new ChainInconsistentError(`${node.name} sent logs of another branch`);
    reported.add(log.blockHash);
    const foundTransfer = tokenTransfer(log, height);
    if (foundTransfer !== null) foundTransfers.add(foundTransfer);
  };
  return { foundTransfers, reported, take };
}

async function readLogs(
  node: EvmNode,
  where: Readonly<Record<string, string>>,
  { foundTransfers, reported, take }: LogTaker,
  signal: AbortSignal,
  bytesMax?: number,
): Promise<ReadLogs> {
  const call = { method: "eth_getLogs", params: [{ ...where, topics: [TRANSFER_TOPIC] }] };
  const takers = { "$.result.*": (item: unknown) => take(decodeLog(item)) };
  list(await node.read(call, { takers, between: foundTransfers.drain }, signal, bytesMax));
  return { foundTransfers, reported };
}

/**
 * For a block whose filter indicates logs that the node's index does not return: a broken or
 * incomplete index answers everything with an empty list. The index is built from the receipts, so
 * those are read. A false positive costs such a read, rarely.
 */
async function readReceiptLogs(
  node: EvmNode,
  { transactionIds }: ScannedBlock,
  { foundTransfers, reported, take }: LogTaker,
  signal: AbortSignal,
): Promise<ReadLogs> {
  const takeTransfer = (log: RpcLog) => {
    if (log.topics[0] === TRANSFER_TOPIC) take(log);
  };
  await mapLimited(transactionIds, PARALLEL_REQUESTS, async (id) => {
    await readReceipt(node, id, signal, { take: takeTransfer, between: foundTransfers.drain });
  });
  return { foundTransfers, reported };
}
