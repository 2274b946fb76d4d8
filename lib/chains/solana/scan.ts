import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/map-limited";
import { readBlock, readSlot, readSlots, type SolanaBlock } from "@/lib/chains/solana/blocks";
import { PARALLEL_BLOCKS, SKIPPED_SLOTS_MAX } from "@/lib/chains/solana/config";
import { decodeTransaction } from "@/lib/chains/solana/decode-transaction";
import { listGains } from "@/lib/chains/solana/gains";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

type ReadBlock = Pick<SolanaBlock, "reference" | "parentSlot"> & { readonly transfers: readonly Transfer[] };

/** Reads the whole range from this one node: two nodes may not have the same newest blocks. */
export async function scanRange(node: SolanaNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const head = await readSlot(node, "confirmed", signal);
  if (head < range.toHeight) throw new ChainInconsistentError(`${node.name} is at ${head}, before ${range.toHeight}`);
  const slots = await findSlots(node, range, head, signal);
  const blocks = await mapLimited(slots, PARALLEL_BLOCKS, (slot) => readTransfers(node, slot, signal));
  assertLinked(node, blocks, range.fromHeight);
  return {
    blocks: blocks.map(({ reference }) => reference),
    transfers: await keepMatched(
      blocks.flatMap(({ transfers }) => transfers),
      range.match,
    ),
  };
}

/**
 * The slots of the range that have blocks. When all of them were skipped, the next one above that has: a reader that goes on from
 * the last block it was given would otherwise ask for the same empty range for ever.
 */
async function findSlots(
  node: SolanaNode,
  { fromHeight, toHeight }: ScanRange,
  head: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slots = await readSlots(node, fromHeight, toHeight, "confirmed", signal);
  if (slots.length > 0 || head === toHeight) return slots;
  const beyond = Math.min(head, toHeight + SKIPPED_SLOTS_MAX);
  return (await readSlots(node, toHeight + 1, beyond, "confirmed", signal)).slice(0, 1);
}

/** Only what a transaction brought is kept: a full block is megabytes of accounts that are nobody's of ours. */
async function readTransfers(node: SolanaNode, slot: number, signal: AbortSignal): Promise<ReadBlock> {
  const block = await readBlock(node, slot, "accounts", "confirmed", signal);
  if (block === null) throw new ChainInconsistentError(`${node.name} has no block ${slot} that it listed`);
  const { reference, parentSlot } = block;
  const transfers = block.transactions.map(decodeTransaction).flatMap((transaction) =>
    listGains(transaction).map(({ address, ...gain }): Transfer => {
      const { transactionId } = transaction;
      return { ...gain, transactionId, to: { address, memo: null }, block: reference };
    }),
  );
  return { reference, parentSlot, transfers };
}

/** By slot as well as by hash: a node that leaves a block out of its list is found out by the next block's parent. */
function assertLinked(node: SolanaNode, blocks: readonly ReadBlock[], fromHeight: number): void {
  for (const [index, { reference, parentSlot }] of blocks.entries()) {
    const below = blocks[index - 1]?.reference;
    const isLinked =
      below === undefined
        ? parentSlot < fromHeight || reference.height === 0
        : parentSlot === below.height && reference.parentHash === below.hash;
    if (!isLinked)
      throw new ChainInconsistentError(`${node.name} left blocks out below ${reference.height}, or changed its mind`);
  }
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
