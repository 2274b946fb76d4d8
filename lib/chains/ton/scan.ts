import { createDestinationFilter, type DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { inBlock, mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { type CountedBlock, countTransactions, readRange } from "@/lib/chains/ton/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/ton/config";
import { arrivalsIn, readArrival, tokenExcessOf } from "@/lib/chains/ton/deposits";
import { isTaken, type Received, readCosts, type Taken } from "@/lib/chains/ton/fees";
import { findOrigin, findOwnExcess } from "@/lib/chains/ton/origin";
import type { FindMaster } from "@/lib/chains/ton/token-origin";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * Half of toncenter's limit; a busy block has some hundred. Fewer are requested where this many
 * make the answer too large.
 */
const PAGE = 500;

/** Far more than all shards execute in one masterchain block. */
const TRANSACTIONS_MAX = 1_000_000;

export type ScanOptions = {
  readonly findMaster: FindMaster;
  /** A single-process sandbox forgets what its own contracts did long ago. */
  readonly isSandbox: boolean;
};

/** Reads the whole range from one node: two nodes may be at different heights. */
export async function scanRange(
  node: TonNode,
  range: ScanRange,
  { findMaster, isSandbox }: ScanOptions,
  signal: AbortSignal,
): Promise<ScanResult> {
  const fromHeight = Math.max(range.fromHeight, 1);
  const blocks = await readRange(node, fromHeight, range.toHeight, signal);
  const filters = await mapLimited(blocks, PARALLEL_REQUESTS, (block) =>
    inBlock(block.block.height, () => readTaken(node, block, { match: range.match, isSandbox }, signal)),
  );
  const concerned = filterConcerned(range.match);
  for (const filter of filters) {
    concerned.adopt(filter.entries());
    await concerned.drain();
  }
  const found = await concerned.finish();
  const taken = [...new Set(found.map((item) => item.taken))];
  const matched = new Set(found.map(({ address }) => address));
  const arrivals = taken.flatMap(({ transaction, block }) => arrivalsIn(transaction, block));
  const ours = arrivals.filter(({ owner }) => matched.has(owner));
  const read = await mapLimited(ours, PARALLEL_REQUESTS, async (arrival) => {
    const transfer = await readArrival(node, arrival, findMaster, signal);
    return transfer === null ? [] : [{ transfer, transaction: arrival.transaction }];
  });
  const received = read.flat();
  const atOurs = taken.filter(({ transaction }) => matched.has(transaction.account));
  const own = await findOwnExcess(
    node,
    ours.map(({ transaction }) => transaction),
    signal,
  );
  const foreign = ours.filter(({ transaction }) => !own.has(transaction.hash));
  return {
    blocks: blocks.map(({ block }) => block),
    transfers: await nameOrigins(node, received, range, signal),
    costs: await readCosts(node, atOurs, received, signal),
    excesses: foreign.flatMap((arrival) => tokenExcessOf(arrival) ?? []),
  };
}

/**
 * A received message, and one possible recipient: the account, or the owner of tokens that it
 * holds.
 */
type Concerned = { readonly taken: Taken; readonly address: string };

function filterConcerned(match: MatchDestinations): DestinationFilter<Concerned> {
  return createDestinationFilter(match, ({ address }) => ({ address, memo: null }));
}

/**
 * A transfer between two of our accounts is known to us by the hash of the message we signed, which
 * must be looked up.
 */
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

/**
 * Reads what accounts received from others: deposits and other arrivals. What an account started
 * itself is accounted for by the sender.
 */
async function readTaken(
  node: TonNode,
  counted: CountedBlock,
  { match, isSandbox }: { readonly match: MatchDestinations; readonly isSandbox: boolean },
  signal: AbortSignal,
): Promise<DestinationFilter<Concerned>> {
  const { block } = counted;
  const concerned = filterConcerned(match);
  const seen = { transactions: 0, pages: 0, hashes: new Set<string>(), hasOwn: false };
  let limit = PAGE;
  for (let page: readonly TonTransaction[] | null = null; page === null || page.length === limit; ) {
    const query: PageQuery = { seqno: block.height, limit, offset: seen.transactions, sort: "asc" };
    page = await readPage(node, query, signal).catch(nullIfTooLarge(limit));
    if (page === null) {
      limit >>= 1;
      continue;
    }
    if (page.some(({ height }) => height !== block.height)) {
      throw new ChainInconsistentError(`${node.name} sent transactions of another block than ${block.height}`);
    }
    seen.transactions += page.length;
    seen.pages += 1;
    if (seen.transactions > TRANSACTIONS_MAX)
      throw new AnswerTooLargeError(`${node.name} sends more than ${TRANSACTIONS_MAX} transactions`);
    for (const transaction of page) {
      seen.hashes.add(transaction.hash);
      seen.hasOwn ||= transaction.inMessage === null;
      if (isTaken(transaction)) addConcerned(concerned, { transaction, block });
    }
    await concerned.drain();
  }
  if (!(isSandbox && counted.ownTransactions === 0)) await assertWhole(node, block, seen, signal);
  return concerned;
}

/**
 * Whether an account is ours does not depend on the message content, and most messages are never
 * decoded.
 */
function addConcerned(concerned: DestinationFilter<Concerned>, taken: Taken): void {
  const { transaction, block } = taken;
  const owners = arrivalsIn(transaction, block).map(({ owner }) => owner);
  for (const address of new Set([transaction.account, ...owners])) concerned.add({ taken, address });
}

/** Applies to a page of more than one. */
const nullIfTooLarge = (limit: number) => (error: unknown) => {
  if (error instanceof AnswerTooLargeError && limit > 1) return null;
  throw error;
};

/**
 * An index returns no transactions for a block that it does not have, and no error: one URL may
 * hide several copies of which one lags. An index has a block completely or not at all, and in each
 * masterchain block the network's own contracts run, without any message. A block read in pages,
 * each of which may come from another copy, is checked by its transaction count.
 */
async function assertWhole(
  node: TonNode,
  { height }: BlockReference,
  seen: { readonly pages: number; readonly hashes: ReadonlySet<string>; readonly hasOwn: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (!seen.hasOwn) {
    throw new ChainInconsistentError(`${node.name} sent nothing of what the network itself does in block ${height}`);
  }
  if (seen.pages === 1) return;
  const counted = await countTransactions(node, height, signal);
  const { size } = seen.hashes;
  if (size === counted) return;
  throw new ChainInconsistentError(`${node.name} sent ${size} transactions of the ${counted} in block ${height}`);
}

type PageQuery = Readonly<Record<"seqno" | "limit" | "offset", number>> & { readonly sort: "asc" };

async function readPage(node: TonNode, query: PageQuery, signal: AbortSignal): Promise<readonly TonTransaction[]> {
  try {
    return await readTransactions(node, "/api/v3/transactionsByMasterchainBlock", query, signal);
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || error.status !== 404) throw error;
    throw new ChainInconsistentError(`${node.name} has no block ${query.seqno}`, { cause: error });
  }
}

async function matchAll(accounts: readonly string[], range: ScanRange): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  try {
    return await range.match([...new Set(accounts)].map((address) => ({ address, memo: null })));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}
