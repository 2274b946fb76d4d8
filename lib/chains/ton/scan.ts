import type { ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/map-limited";
import { type CountedBlock, countTransactions, readRange } from "@/lib/chains/ton/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/ton/config";
import { isTaken, type Received, readCosts, type Taken } from "@/lib/chains/ton/costs";
import { type Arrival, arrivalsIn, readArrival, restOf } from "@/lib/chains/ton/deposits";
import { findOrigin, findOwnRests } from "@/lib/chains/ton/origin";
import type { FindMaster } from "@/lib/chains/ton/token-origin";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

/** Half of what toncenter gives at once; a busy block has some hundred. */
const PAGE = 500;

export type ScanOptions = {
  readonly findMaster: FindMaster;
  /** A sandbox of one process forgets what its own contracts did long ago. */
  readonly isSandbox: boolean;
};

/** Reads the whole range from this one node: two of them may be at different heights. */
export async function scanRange(
  node: TonNode,
  range: ScanRange,
  { findMaster, isSandbox }: ScanOptions,
  signal: AbortSignal,
): Promise<ScanResult> {
  const fromHeight = Math.max(range.fromHeight, 1);
  const blocks = await readRange(node, fromHeight, range.toHeight, signal);
  const pages = await mapLimited(blocks, PARALLEL_REQUESTS, (block) => readTaken(node, block, isSandbox, signal));
  const taken = pages.flat();
  const arrivals = taken.flatMap(({ transaction, block }) => arrivalsIn(transaction, block));
  const matched = await matchAll(
    [...taken.map(({ transaction }) => transaction.account), ...ownersOf(arrivals)],
    range,
  );
  const ours = arrivals.filter(({ owner }) => matched.has(owner));
  const read = await mapLimited(ours, PARALLEL_REQUESTS, async (arrival) => {
    const transfer = await readArrival(node, arrival, findMaster, signal);
    return transfer === null ? [] : [{ transfer, transaction: arrival.transaction }];
  });
  const received = read.flat();
  const atOurs = taken.filter(({ transaction }) => matched.has(transaction.account));
  const own = await findOwnRests(
    node,
    ours.map(({ transaction }) => transaction),
    signal,
  );
  const foreign = ours.filter(({ transaction }) => !own.has(transaction.hash));
  return {
    blocks: blocks.map(({ block }) => block),
    transfers: await nameOrigins(node, received, range, signal),
    costs: await readCosts(node, atOurs, received, signal),
    rests: foreign.flatMap((arrival) => restOf(arrival) ?? []),
  };
}

const ownersOf = (arrivals: readonly Arrival[]) => arrivals.map(({ owner }) => owner);

/** What one account of ours sent to another is known to us by the name of what we signed, and has to be asked for. */
async function nameOrigins(
  node: TonNode,
  received: readonly Received[],
  range: ScanRange,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const senders = await matchAll(
    received.flatMap(({ transfer }) => transfer.from ?? []),
    range,
  );
  return mapLimited(received, PARALLEL_REQUESTS, async ({ transfer, transaction }) => {
    if (transfer.from === null || !senders.has(transfer.from)) return transfer;
    const originId = await findOrigin(node, transaction, transfer.from, signal);
    return originId === null ? transfer : { ...transfer, originId };
  });
}

/** What accounts took in from other ones: deposits, and whatever else arrived. What they began themselves is their sender's to account for. */
async function readTaken(
  node: TonNode,
  counted: CountedBlock,
  isSandbox: boolean,
  signal: AbortSignal,
): Promise<readonly Taken[]> {
  const { block } = counted;
  const transactions: TonTransaction[] = [];
  for (let page: readonly TonTransaction[] | null = null; page === null || page.length === PAGE; ) {
    const query = { seqno: block.height, limit: PAGE, offset: transactions.length, sort: "asc" };
    page = await readPage(node, query, signal);
    transactions.push(...page);
  }
  if (transactions.some(({ height }) => height !== block.height)) {
    throw new ChainInconsistentError(`${node.name} sent transactions of another block than ${block.height}`);
  }
  if (!(isSandbox && counted.ownTransactions === 0)) await assertWhole(node, block, transactions, signal);
  return transactions.flatMap((transaction) => (isTaken(transaction) ? [{ transaction, block }] : []));
}

/**
 * An index answers with no transactions for a block that it does not have, and no error: behind one URL may stand copies of which one lags. It
 * takes a block in whole or not at all, and in each block of the masterchain the network's own contracts tick, without any message. A block
 * that was read in pages, each of which may be another copy's, is counted.
 */
async function assertWhole(
  node: TonNode,
  { height }: BlockReference,
  transactions: readonly TonTransaction[],
  signal: AbortSignal,
): Promise<void> {
  if (!transactions.some(({ inMessage }) => inMessage === null)) {
    throw new ChainInconsistentError(`${node.name} sent nothing of what the network itself does in block ${height}`);
  }
  if (transactions.length < PAGE) return;
  const counted = await countTransactions(node, height, signal);
  const distinct = new Set(transactions.map(({ hash }) => hash)).size;
  if (distinct === counted) return;
  throw new ChainInconsistentError(`${node.name} sent ${distinct} transactions of the ${counted} in block ${height}`);
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
async function matchAll(accounts: readonly string[], range: ScanRange): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  try {
    return await range.match([...new Set(accounts)].map((address) => ({ address, memo: null })));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}
