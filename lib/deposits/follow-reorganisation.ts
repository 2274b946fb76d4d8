import { loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { forgetCoinsAbove } from "@/lib/coins/coins-repo";
import { LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/db";
import { undoArrivalCosts } from "@/lib/deposits/arrival-costs";
import { forgetLooksAbove } from "@/lib/deposits/balance-looks-repo";
import {
  deleteBlocksAbove,
  listBlocksBelow,
  markVanishedAbove,
  moveCursor,
  type StoredBlock,
  type StoredCursor,
  updateCursor,
} from "@/lib/deposits/chain-repo";
import type { ReadNetwork, ReadOutcome } from "@/lib/deposits/read-network";
import { settleOwners } from "@/lib/deposits/record-blocks";
import { stopNetwork } from "@/lib/deposits/stop-network";
import { log } from "@/lib/log";

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
