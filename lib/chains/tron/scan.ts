import type { DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { inBlock, mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { type Api, readBlocks, readHead, readReferenceIn, type TronBlock } from "@/lib/chains/tron/blocks";
import { PARALLEL_REQUESTS, RANGE_BYTES_MAX, SCAN_BLOCKS_MAX } from "@/lib/chains/tron/config";
import { type FoundTransfer, filterTransfers, runsContract, toTransfer } from "@/lib/chains/tron/found-transfers";
import { NodeAnswerError, type TronNode } from "@/lib/chains/tron/http-node";
import { readInfos } from "@/lib/chains/tron/transactions";

type Sourced = { readonly block: TronBlock; readonly api: Api };

/**
 * Reads the whole range from one node, and final blocks from its solidity API: two nodes may be on
 * different branches.
 */
export async function scanRange(
  node: TronNode,
  range: ScanRange,
  signal: AbortSignal,
  rangeBytesMax = RANGE_BYTES_MAX,
): Promise<ScanResult> {
  const { fromHeight, toHeight, match } = range;
  const { height: finalHeight } = await readHead(node, "walletsolidity", signal);
  const read = (from: number, to: number, api: Api) => readInSteps(node, { from, to, api, rangeBytesMax }, signal);
  const blocks = [
    ...(await read(fromHeight, Math.min(toHeight, finalHeight), "walletsolidity")),
    ...(await read(Math.max(fromHeight, finalHeight + 1), toHeight, "wallet")),
  ];
  assertLinked(node, blocks);
  const moved = await mapLimited(blocks, PARALLEL_REQUESTS, (sourced) =>
    inBlock(sourced.block.reference.height, () => readMovements(node, sourced, match, signal)),
  );
  await assertUnmoved(node, blocks.at(-1), signal);
  const foundTransfers = filterTransfers(match);
  for (const ofBlock of moved) {
    foundTransfers.adopt(ofBlock.entries());
    await foundTransfers.drain();
  }
  return {
    blocks: blocks.map(({ block }) => block.reference),
    transfers: inChainOrder(await foundTransfers.finish()).map(toTransfer),
  };
}

type Range = { readonly from: number; readonly to: number; readonly api: Api; readonly rangeBytesMax: number };

async function readInSteps(
  node: TronNode,
  { from, to, ...how }: Range,
  signal: AbortSignal,
): Promise<readonly Sourced[]> {
  const blocks: TronBlock[] = [];
  for (let start = from; start <= to; start += SCAN_BLOCKS_MAX) {
    const end = Math.min(start + SCAN_BLOCKS_MAX - 1, to);
    blocks.push(...(await readHalving(node, { from: start, to: end, ...how }, signal)));
  }
  return blocks.map((block) => ({ block, api: how.api }));
}

/**
 * Nodes and services limit ranges and answers differently, so any refusal halves the range; a
 * single block that is refused counts as the node's failure.
 */
async function readHalving(node: TronNode, range: Range, signal: AbortSignal): Promise<readonly TronBlock[]> {
  const { from, to, rangeBytesMax } = range;
  if (from === to) return inBlock(from, () => readRange(node, range, signal));
  try {
    return await readRange(node, range, signal, rangeBytesMax);
  } catch (error) {
    if (!(error instanceof NodeAnswerError || error instanceof AnswerTooLargeError)) throw error;
    const middle = Math.floor((from + to) / 2);
    const lower = await readHalving(node, { ...range, to: middle }, signal);
    return [...lower, ...(await readHalving(node, { ...range, from: middle + 1 }, signal))];
  }
}

async function readRange(
  node: TronNode,
  { from, to, api }: Range,
  signal: AbortSignal,
  bytesMax?: number,
): Promise<readonly TronBlock[]> {
  const blocks = await readBlocks(node, { from, to, api }, signal, bytesMax);
  const isWhole = blocks.length === to - from + 1;
  if (!isWhole || blocks.some(({ reference }, index) => reference.height !== from + index)) {
    throw new ChainInconsistentError(`${node.name} has not every block from ${from} to ${to}`);
  }
  return blocks;
}

function assertLinked(node: TronNode, blocks: readonly Sourced[]): void {
  for (const [index, { block }] of blocks.entries()) {
    const below = blocks[index - 1]?.block.reference;
    if (below !== undefined && block.reference.parentHash !== below.hash) {
      throw new ChainInconsistentError(`${node.name} reorganised at ${block.reference.height} while being read`);
    }
  }
}

/**
 * Infos are requested by height and name no block: they are reliable only if the same blocks are
 * still in place.
 */
async function assertUnmoved(node: TronNode, last: Sourced | undefined, signal: AbortSignal): Promise<void> {
  if (last === undefined || last.api === "walletsolidity") return;
  const { height, hash } = last.block.reference;
  const now = await readReferenceIn(node, height, "wallet", signal);
  if (now?.hash !== hash) {
    throw new ChainInconsistentError(`${node.name} reorganised at ${height} while being read`);
  }
}

/**
 * Reads TRX moved by transfers and by contracts, and tokens of all contracts. TRC-10 is left out.
 */
async function readMovements(
  node: TronNode,
  { block: { reference, transactions }, api }: Sourced,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<DestinationFilter<FoundTransfer>> {
  const foundTransfers = filterTransfers(match);
  const placeOf = new Map<string, number>();
  for (const [place, transaction] of transactions.entries()) {
    const { id: transactionId, transfer, succeeded } = transaction;
    if (runsContract(transaction)) placeOf.set(transactionId, place);
    if (transfer === null || !succeeded || transfer.units === 0n) continue;
    foundTransfers.add({ ...transfer, position: "native", contract: null, transactionId, place, block: reference });
  }
  await foundTransfers.drain();
  if (placeOf.size === 0) return foundTransfers;
  const ids = transactions.map(({ id }) => id);
  const take: Parameters<typeof readInfos>[2]["take"] = (transactionId, movements) => {
    const place = placeOf.get(transactionId);
    if (place === undefined) return;
    for (const movement of movements) foundTransfers.add({ ...movement, transactionId, place, block: reference });
  };
  await readInfos(node, { height: reference.height, ids, api }, { take, between: foundTransfers.drain }, signal);
  return foundTransfers;
}

/** The movements of one transaction are already in order. */
function inChainOrder(foundTransfers: readonly FoundTransfer[]): readonly FoundTransfer[] {
  return foundTransfers.toSorted((left, right) => left.block.height - right.block.height || left.place - right.place);
}
