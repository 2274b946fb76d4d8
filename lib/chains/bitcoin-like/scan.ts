import { readBlockTransactions } from "@/lib/chains/bitcoin-like/block-transactions";
import { INVALID_PARAMETER } from "@/lib/chains/bitcoin-like/blocks";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { PARALLEL_BLOCKS } from "@/lib/chains/bitcoin-like/config";
import { hash, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { readOrigins } from "@/lib/chains/bitcoin-like/origins";
import { destinationOf, nameSenders, type Paid, paidIn, toTransfer } from "@/lib/chains/bitcoin-like/transfers";
import { createDestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { inBlock, mapLimited } from "@/lib/chains/limits";

type Placed = { readonly paid: Paid; readonly block: BlockReference };

/** Reads the whole range from one node: two nodes may be on different branches. */
export async function scanRange(
  node: CoinNode,
  family: CoinFamily,
  range: ScanRange,
  signal: AbortSignal,
): Promise<ScanResult> {
  const { fromHeight, match } = range;
  const hashes = await readHashes(node, range, signal);
  const read = await mapLimited([...hashes.entries()], PARALLEL_BLOCKS, ([index, blockHash]) =>
    inBlock(fromHeight + index, () =>
      readBlockTransactions(node, blockHash, () => createTaking(family, match), signal),
    ),
  );
  const blocks = read.map(({ reference }) => reference);
  assertLinked(node, fromHeight, blocks);
  const all = createDestinationFilter<Placed>(match, ({ paid }) => destinationOf(family, paid));
  for (const { reference: block, taken } of read) {
    all.adopt(taken.paid.entries().map(({ item: paid, isOurs }) => ({ item: { paid, block }, isOurs })));
    await all.drain();
  }
  const found = (await all.finish()).flatMap(({ paid, block }) => toTransfer(family, paid, block));
  const origins = await readOrigins(
    node,
    found.map(({ transactionId }) => transactionId),
    signal,
  );
  return { blocks, transfers: await nameSenders(node, family, found, origins, signal), origins };
}

function createTaking(family: CoinFamily, match: MatchDestinations) {
  const paid = createDestinationFilter<Paid>(match, (item) => destinationOf(family, item));
  const take = (transaction: RpcTransaction) => paidIn(family, transaction).forEach(paid.add);
  return { paid, take, between: paid.drain };
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

function assertLinked(node: CoinNode, fromHeight: number, blocks: readonly BlockReference[]): void {
  for (const [index, block] of blocks.entries()) {
    const below = blocks[index - 1];
    const isLinked = below === undefined || block.parentHash === below.hash;
    if (block.height !== fromHeight + index || !isLinked) {
      throw new ChainInconsistentError(`${node.name} reorganised at ${block.height} while being read`);
    }
  }
}
