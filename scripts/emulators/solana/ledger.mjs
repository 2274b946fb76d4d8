/**
 * The chain that the emulator maintains around the runtime: slots, of which some have no block,
 * blocks with their transactions, block hashes and their validity, and what counts as processed,
 * confirmed and finalized. Blocks are `{ slot, parentSlot, height, hash, previousHash, time,
 * records, before, transactionCount }`; `before` holds the previous state of what the block
 * changed.
 */
import { createHash } from "node:crypto";
import { createTransactionIndex } from "./transaction-index.mjs";

/** A transaction is accepted while its block hash is at most this many blocks old. */
const HASH_AGE_MAX = 150;
/** How many blocks' signatures nodes know without a history search. */
const RECENT_BLOCKS = 300;
/** At least as many blocks as the validity of hashes and calls about recent blocks require. */
const KEPT_MIN = 400;

/**
 * Identifies what a transaction does regardless of its signatures: a duplicate is rejected, even
 * with another signature.
 */
export const messageDigest = (messageBytes) => createHash("sha256").update(messageBytes).digest("base64");

/** The blocks, indexed by slot and by hash. `onForget` is called with those that are discarded. */
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

/** Returns up to `count` blocks with slots from `from` to `to` in order. */
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
 *   `keepBlocks` and `keepTransactions`: the oldest blocks are discarded with their transactions
 *   beyond these numbers.
 */
export function createLedger({ confirmedLag, finalizedLag, ...limits }, savedBlocks) {
  const index = createTransactionIndex();
  const { blocks, bySlot, heights, push } = createBlockList(limits, index.removeBlock);
  const lags = { processed: 0, confirmed: confirmedLag, finalized: finalizedLag };
  const head = () => blocks[blocks.length - 1];

  function append(block) {
    push(block);
    index.addBlock(block);
    // Past states are served back to the finalized block; the previous state of a finalized block's
    // changes is no longer needed.
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
    /** Blocks between these heights, inclusive. */
    between: (from, to) => blocks.slice(Math.max(from - blocks[0].height, 0), Math.max(to - blocks[0].height + 1, 0)),
    inSlots: (from, to, count = Number.POSITIVE_INFINITY) => selectSlots(blocks, from, to, count),
    /** The last height at which, according to nodes, a block's hash is valid. */
    lastValidHeight: (block) => block.height + HASH_AGE_MAX,
    /**
     * Whether a transaction with this hash may follow a block: the hash is one of the last 151 up
     * to it. So the last block that accepts it is one above `lastValidHeight`, as on the network.
     */
    isHashValidAfter(block, hash) {
      const age = block.height - (heights.get(hash) ?? Number.POSITIVE_INFINITY);
      return age >= 0 && age <= HASH_AGE_MAX;
    },
    isRecent: (block) => head().height - block.height < RECENT_BLOCKS,
  };
}
