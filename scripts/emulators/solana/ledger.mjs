/**
 * The chain that the emulator keeps around the runtime: slots, of which some have no block, blocks
 * with their transactions, block hashes and how long they hold, and what counts as processed,
 * confirmed and finalized. Blocks are `{ slot, parentSlot, height, hash, previousHash, time,
 * records, before, transactionCount }`; `before` holds what the block changed, as it was.
 */
import { createHash } from "node:crypto";
import { createTransactionIndex } from "./transaction-index.mjs";

/** A transaction is taken while its block hash is at most so many blocks old. */
const HASH_AGE_MAX = 150;
/** What nodes know of signatures without being asked to search. */
const RECENT_BLOCKS = 300;
/** Never fewer blocks than the life of hashes and the calls about recent ones need. */
const KEPT_MIN = 400;

/**
 * Names what a transaction does whoever signed it: the same twice is refused, with another
 * signature too.
 */
export const messageDigest = (messageBytes) => createHash("sha256").update(messageBytes).digest("base64");

/**
 * The blocks themselves, each to be found by slot and by hash. `onForget` is told those that are
 * too old to keep.
 */
function createBlockList({ keepBlocks, keepTransactions }, onForget) {
  const blocks = [];
  const bySlot = new Map();
  const heights = new Map();
  const countTransactions = () => blocks[blocks.length - 1].transactionCount - blocks[0].transactionCount;
  const isFull = () => blocks.length > keepBlocks || countTransactions() > keepTransactions;
  return {
    blocks,
    bySlot,
    heights,
    push(block) {
      blocks.push(block);
      bySlot.set(block.slot, block);
      heights.set(block.hash, block.height);
      while (blocks.length > KEPT_MIN && isFull()) {
        const oldest = blocks.shift();
        bySlot.delete(oldest.slot);
        heights.delete(oldest.hash);
        onForget(oldest);
      }
    },
  };
}

/** Blocks with slots from `from` to `to` in order, at most `count`. */
function selectSlots(blocks, from, to, count) {
  const first = blocks.findIndex(({ slot }) => slot >= from);
  const found = [];
  for (let index = first; index >= 0 && index < blocks.length && found.length < count; index += 1) {
    if (blocks[index].slot > to) break;
    found.push(blocks[index]);
  }
  return found;
}

/**
 * @param options `confirmedLag` and `finalizedLag`: how many blocks these lie behind the head.
 * `keepBlocks` and `keepTransactions`: the oldest blocks are forgotten, with their transactions,
 * while there are more.
 */
export function createLedger({ confirmedLag, finalizedLag, ...limits }, savedBlocks) {
  const index = createTransactionIndex();
  const { blocks, bySlot, heights, push } = createBlockList(limits, index.removeBlock);
  const lags = { processed: 0, confirmed: confirmedLag, finalized: finalizedLag };
  const head = () => blocks[blocks.length - 1];

  function append(block) {
    push(block);
    index.addBlock(block);
    // States of the past are told down to the finalized one; what a final block changed is needed
    // no more.
    for (let place = blocks.length - 1 - finalizedLag; place >= 0 && blocks[place].before.size > 0; place -= 1) {
      blocks[place].before = new Map();
    }
  }

  for (const block of savedBlocks) append(block);
  return {
    ...index,
    append,
    head,
    blocks,
    oldest: () => blocks[0],
    /** The newest block of a commitment. */
    at: (commitment) => blocks[Math.max(blocks.length - 1 - lags[commitment], 0)],
    /** The block of a slot, or undefined. */
    blockAt: (slot) => bySlot.get(slot),
    /** Blocks of these heights, the ends included. */
    between: (from, to) => blocks.slice(Math.max(from - blocks[0].height, 0), Math.max(to - blocks[0].height + 1, 0)),
    inSlots: (from, to, count = Number.POSITIVE_INFINITY) => selectSlots(blocks, from, to, count),
    /** The last height at which nodes say that the hash of a block holds. */
    lastValidHeight: (block) => block.height + HASH_AGE_MAX,
    /**
     * Whether a transaction of this hash may follow a block: the hash is one of the last 151 up to
     * it. So the last block that takes it lies one above `lastValidHeight`, as on the network.
     */
    isHashValidAfter(block, hash) {
      const age = block.height - (heights.get(hash) ?? Number.POSITIVE_INFINITY);
      return age >= 0 && age <= HASH_AGE_MAX;
    },
    isRecent: (block) => head().height - block.height < RECENT_BLOCKS,
  };
}
