/** Makes the blocks of a sandbox's Monero. */
import { setTimeout as pause } from "node:timers/promises";

const BLOCK_MS = 5_000;
const LOOK_MS = 150;
/** On a busy machine a block takes a second. */
const BLOCKS_AT_ONCE = 10;

/** So many blocks, whose rewards go to this address. */
export async function mine(daemon, address, blocks) {
  for (let left = blocks; left > 0; left -= BLOCKS_AT_ONCE) {
    const next = { amount_of_blocks: Math.min(left, BLOCKS_AT_ONCE), wallet_address: address };
    await daemon.call("generateblocks", next);
  }
}

/** A daemon takes into blocks what it has passed on. */
async function hasWaiting(daemon) {
  const { transactions = [] } = await daemon.post("get_transaction_pool");
  return transactions.some(({ relayed }) => relayed);
}

/**
 * A block soon after a transaction, and else every few seconds. Answers how to stop, which waits
 * for the block in the making.
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
        // A daemon that is busy or on its way out: the next look tells.
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
