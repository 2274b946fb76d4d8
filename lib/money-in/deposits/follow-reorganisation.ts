import type { ChainDriver } from "@/lib/chains/driver";
import { LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { undoArrivalCosts } from "@/lib/money-in/deposits/arrival-costs";
import { forgetLooksAbove } from "@/lib/money-in/deposits/balance-looks-repo";
import {
  deleteBlocksAbove,
  listBlocksBelow,
  markVanishedAbove,
  moveCursor,
  type StoredBlock,
  type StoredCursor,
  updateCursor,
} from "@/lib/money-in/deposits/chain-repo";
import { forgetCoinsAbove } from "@/lib/money-in/deposits/coins-repo";
import type { ReadNetwork, ReadOutcome } from "@/lib/money-in/deposits/read-network";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { stopNetwork } from "@/lib/money-in/deposits/stop-network";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Blocks kept behind the cursor: deeper than any reorganisation that a confirmed deposit survives. */
export const BLOCKS_KEPT = 512;

/**
 * The block that was read last is no longer on the chain: goes back to the last one that is, and marks the deposits above it as
 * vanished. Reading then goes on from there and finds those that were included again.
 *
 * Nothing is reversed here: a deposit that stands in the books waits for {@link judgeReversals}.
 */
export async function followReorganisation(
  driver: ChainDriver,
  network: ReadNetwork,
  cursor: StoredCursor,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const ancestor = await findAncestor(driver, network, cursor, signal);
  if (ancestor === null) {
    await stopNetwork(
      network.code,
      "deep-reorganisation",
      `No block of the last ${BLOCKS_KEPT} is on the node's chain`,
    );
    return "idle";
  }
  const catalog = await loadCatalog();
  const follow = async (tx: Tx) => {
    if (!(await moveCursor(tx, network.code, cursor, ancestor))) return null;
    // Until the new branch has been read, nothing may be decided by what has not come: it may hold the same payments.
    await updateCursor(tx, network.code, { caughtUpAt: null });
    await deleteBlocksAbove(tx, network.code, ancestor.height);
    await forgetLooksAbove(tx, network.code, ancestor.height);
    await forgetCoinsAbove(tx, network.code, ancestor.height);
    const owners = await markVanishedAbove(tx, network.code, ancestor.height);
    await undoArrivalCosts(tx, catalog, network.code, ancestor.height);
    await settleOwners(tx, owners);
    return owners.length;
  };
  // The blocks that are gone may have been as full as they come, and going back is one step or none.
  const vanished = await withTransaction(follow, { transactionMs: LONG_TRANSACTION_MS });
  if (vanished !== null) {
    log().warn({ network: network.code, from: cursor.height, to: ancestor.height, vanished }, "reorganisation");
  }
  return "more";
}

async function findAncestor(
  driver: ChainDriver,
  network: ReadNetwork,
  cursor: StoredCursor,
  signal: AbortSignal,
): Promise<StoredBlock | null> {
  for (const stored of await listBlocksBelow(network.code, cursor.height, BLOCKS_KEPT)) {
    const onChain = await driver.blockAt(Number.parseInt(stored.height.toString(), 10), signal);
    if (onChain?.hash === stored.hash) return stored;
  }
  return null;
}
