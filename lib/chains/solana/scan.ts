import { inBlock } from "@/lib/chains/answer-limits";
import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { mapLimited } from "@/lib/chains/map-limited";
import { createSieve, type Sieve } from "@/lib/chains/sieve";
import { readSlot, readSlots, readWholeBlock, type SolanaBlock } from "@/lib/chains/solana/blocks";
import { PARALLEL_BLOCKS, SKIPPED_SLOTS_MAX } from "@/lib/chains/solana/config";
import { decodeTransaction } from "@/lib/chains/solana/decode-transaction";
import { type Gain, listGains } from "@/lib/chains/solana/gains";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

type Received = Gain & { readonly transactionId: string };
type ReadBlock = Pick<SolanaBlock, "reference" | "parentSlot"> & { readonly received: Sieve<Received> };

/** Reads the whole range from this one node: two nodes may not have the same newest blocks. */
export async function scanRange(node: SolanaNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const head = await readSlot(node, "confirmed", signal);
  if (head < range.toHeight) throw new ChainInconsistentError(`${node.name} is at ${head}, before ${range.toHeight}`);
  const slots = await findSlots(node, range, head, signal);
  const blocks = await mapLimited(slots, PARALLEL_BLOCKS, (slot) =>
    inBlock(slot, () => readReceived(node, slot, range.match, signal)),
  );
  assertLinked(node, blocks, range.fromHeight);
  const transfers = createSieve<Transfer>(range.match, ({ to }) => to);
  for (const { reference, received } of blocks) {
    transfers.adopt(received.entries().map(({ item, isOurs }) => ({ item: toTransfer(item, reference), isOurs })));
    await transfers.drain();
  }
  return { blocks: blocks.map(({ reference }) => reference), transfers: await transfers.finish() };
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
async function readReceived(
  node: SolanaNode,
  slot: number,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<ReadBlock> {
  const begin = () => {
    const received = createSieve<Received>(match, ({ address }) => ({ address, memo: null }));
    const take = (item: unknown) => {
      const transaction = decodeTransaction(item);
      const { transactionId } = transaction;
      for (const gain of listGains(transaction)) received.add({ ...gain, transactionId });
    };
    return { received, take, between: received.drain };
  };
  const read = await readWholeBlock(node, slot, "confirmed", begin, signal);
  if (read === null) throw new ChainInconsistentError(`${node.name} has no block ${slot} that it listed`);
  const { block, taken } = read;
  return { reference: block.reference, parentSlot: block.parentSlot, received: taken.received };
}

function toTransfer({ address, ...gain }: Received, block: BlockReference): Transfer {
  return { ...gain, to: { address, memo: null }, block };
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
