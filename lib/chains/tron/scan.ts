import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { AnswerTooLargeError } from "@/lib/chains/exchange";
import type { Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/map-limited";
import { type Api, decodeBlock, readHead, readReferenceIn, type TronBlock } from "@/lib/chains/tron/blocks";
import { PARALLEL_REQUESTS, SCAN_BLOCKS_MAX } from "@/lib/chains/tron/config";
import { list, object } from "@/lib/chains/tron/decode";
import { NodeAnswerError, type TronNode } from "@/lib/chains/tron/http-node";
import { runsContract, transfersIn } from "@/lib/chains/tron/sightings";
import { readInfos } from "@/lib/chains/tron/transaction-infos";

type Sourced = { readonly block: TronBlock; readonly api: Api };

/** Reads the whole range from this one node, and what is final from its solidity API: two nodes may stand on different branches. */
export async function scanRange(node: TronNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const { fromHeight, toHeight, match } = range;
  const { height: finalHeight } = await readHead(node, "walletsolidity", signal);
  const blocks = [
    ...(await readBlocks(node, fromHeight, Math.min(toHeight, finalHeight), "walletsolidity", signal)),
    ...(await readBlocks(node, Math.max(fromHeight, finalHeight + 1), toHeight, "wallet", signal)),
  ];
  assertLinked(node, blocks);
  const transfers = await mapLimited(blocks, PARALLEL_REQUESTS, (sourced) => readTransfers(node, sourced, signal));
  await assertUnmoved(node, blocks.at(-1), signal);
  return {
    blocks: blocks.map(({ block }) => block.reference),
    transfers: await keepMatched(transfers.flat(), match),
  };
}

async function readBlocks(
  node: TronNode,
  from: number,
  to: number,
  api: Api,
  signal: AbortSignal,
): Promise<readonly Sourced[]> {
  const blocks: TronBlock[] = [];
  for (let start = from; start <= to; start += SCAN_BLOCKS_MAX) {
    blocks.push(...(await readHalving(node, start, Math.min(start + SCAN_BLOCKS_MAX - 1, to), api, signal)));
  }
  return blocks.map((block) => ({ block, api }));
}

/** Nodes and services limit ranges and answers differently, so any refusal halves; a single block that is refused is the node's failure. */
async function readHalving(
  node: TronNode,
  from: number,
  to: number,
  api: Api,
  signal: AbortSignal,
): Promise<readonly TronBlock[]> {
  try {
    return await readRange(node, from, to, api, signal);
  } catch (error) {
    const isRefused = error instanceof NodeAnswerError || error instanceof AnswerTooLargeError;
    if (!isRefused || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const lower = await readHalving(node, from, middle, api, signal);
    return [...lower, ...(await readHalving(node, middle + 1, to, api, signal))];
  }
}

/** The end is exclusive in the question. A node that lacks blocks leaves them out without a word. */
async function readRange(
  node: TronNode,
  from: number,
  to: number,
  api: Api,
  signal: AbortSignal,
): Promise<readonly TronBlock[]> {
  const answer = object(await node.ask(`${api}/getblockbylimitnext`, { startNum: from, endNum: to + 1 }, signal));
  const blocks = list(answer.block).map(decodeBlock);
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

/** Infos are asked by height and name no block: what they told of is only certain while the same blocks stand. */
async function assertUnmoved(node: TronNode, last: Sourced | undefined, signal: AbortSignal): Promise<void> {
  if (last === undefined || last.api === "walletsolidity") return;
  const { height, hash } = last.block.reference;
  const now = await readReferenceIn(node, height, "wallet", signal);
  if (now?.hash !== hash) {
    throw new ChainInconsistentError(`${node.name} reorganised at ${height} while being read`);
  }
}

async function readTransfers(
  node: TronNode,
  { block, api }: Sourced,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const infoOf = block.transactions.some(runsContract) ? await readInfos(node, block, api, signal) : new Map();
  return transfersIn(block, infoOf);
}

async function keepMatched(transfers: readonly Transfer[], match: MatchDestinations): Promise<readonly Transfer[]> {
  const distinct = new Map(transfers.map(({ to }) => [to.address, to]));
  if (distinct.size === 0) return [];
  try {
    const matched = await match([...distinct.values()]);
    return transfers.filter(({ to }) => matched.has(to.address));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}
