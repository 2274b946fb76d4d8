/** Mines the blocks of a sandbox's Monero. */
import { setTimeout as pause } from "node:timers/promises";

const BLOCK_MS = 5_000;
const LOOK_MS = 150;
/** On a busy machine a block takes a second. */
const BLOCKS_AT_ONCE = 10;

/** Mines this many blocks with rewards to this address. */
export async function mine(daemon, address, blocks) {
  for (let left = blocks; left > 0; left -= BLOCKS_AT_ONCE) {
    const next = { amount_of_blocks: Math.min(left, BLOCKS_AT_ONCE), wallet_address: address };
    await daemon.call("generateblocks", next);
  }
}

/** A daemon includes in blocks only what it has relayed. */
async function hasWaiting(daemon) {
  const { transactions = [] } = await daemon.post("get_transaction_pool");
  return transactions.some(({ relayed }) => relayed);
}

/**
 * Mines a block soon after a transaction, and else every few seconds. Returns a stop function that
 * waits for the current block.
 */
export function keepMining(daemon, address) {
  const controller = new AbortController();
  const { signal } = controller;
  const work = async () => {
    let minedAt = Date.now();
    while (!signal.aborted) {
      try {
        if (Date.now() - minedAt >= BLOCK_MS || (await hasWaiting(daemon))) {
          await mine(daemon, address, 1);
          minedAt = Date.now();
        }
      } catch {
        // The daemon is busy or stopping: the next poll shows which.
      }
      await pause(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  };
  const ended = work();
  return async () => {
    controller.abort();
    await ended;
  };
}
