import type { ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/map-limited";
import { readRange } from "@/lib/chains/ton/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/ton/config";
import { type Arrival, arrivalsIn, readArrival } from "@/lib/chains/ton/deposits";
import type { FindMaster } from "@/lib/chains/ton/token-origin";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

/** Half of what toncenter gives at once; a busy block has some hundred. */
const PAGE = 500;

/** Reads the whole range from this one node: two of them may be at different heights. */
export async function scanRange(
  node: TonNode,
  range: ScanRange,
  findMaster: FindMaster,
  signal: AbortSignal,
): Promise<ScanResult> {
  const fromHeight = Math.max(range.fromHeight, 1);
  const blocks = await readRange(node, fromHeight, range.toHeight, signal);
  const pages = await mapLimited(blocks, PARALLEL_REQUESTS, (block) => readArrivals(node, block, signal));
  const ours = await keepMatched(pages.flat(), range);
  const transfers = await mapLimited(ours, PARALLEL_REQUESTS, (arrival) =>
    readArrival(node, arrival, findMaster, signal),
  );
  return { blocks, transfers: transfers.filter((transfer) => transfer !== null) satisfies Transfer[] };
}

/** A node whose index lacks the block says so, and its index takes a block in whole or not at all. */
async function readArrivals(node: TonNode, block: BlockReference, signal: AbortSignal): Promise<readonly Arrival[]> {
  const transactions: TonTransaction[] = [];
  for (let page: readonly TonTransaction[] | null = null; page === null || page.length === PAGE; ) {
    const query = { seqno: block.height, limit: PAGE, offset: transactions.length, sort: "asc" };
    page = await readPage(node, query, signal);
    transactions.push(...page);
  }
  if (transactions.some(({ height }) => height !== block.height)) {
    throw new ChainInconsistentError(`${node.name} sent transactions of another block than ${block.height}`);
  }
  return transactions.flatMap((transaction) => arrivalsIn(transaction, block));
}

async function readPage(
  node: TonNode,
  query: { readonly seqno: number; readonly limit: number; readonly offset: number; readonly sort: string },
  signal: AbortSignal,
): Promise<readonly TonTransaction[]> {
  try {
    return await readTransactions(node, "/api/v3/transactionsByMasterchainBlock", query, signal);
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || error.status !== 404) throw error;
    throw new ChainInconsistentError(`${node.name} has no block ${query.seqno}`, { cause: error });
  }
}

/** Whether an account is ours does not depend on what the payer wrote, and most messages are never taken apart. */
async function keepMatched(arrivals: readonly Arrival[], range: ScanRange): Promise<readonly Arrival[]> {
  const owners = new Set(arrivals.map(({ owner }) => owner));
  if (owners.size === 0) return [];
  try {
    const matched = await range.match([...owners].map((address) => ({ address, memo: null })));
    return arrivals.filter(({ owner }) => matched.has(owner));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}
