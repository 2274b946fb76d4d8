import type { ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { countWitnesses } from "@/lib/chains/statements";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { resetChecksAbove } from "@/lib/money-in/deposits/balance-checks-repo";
import {
  approveReversal,
  deleteBlocksAbove,
  listBlocksBelow,
  listWaitingReversals,
  markVanishedAbove,
  moveCursor,
  type StoredBlock,
  type StoredCursor,
  updateCursor,
  type WaitingReversal,
} from "@/lib/money-in/deposits/chain-repo";
import { clearCoinsAbove } from "@/lib/money-in/deposits/coins-repo";
import type { ReadNetwork, ReadOutcome } from "@/lib/money-in/deposits/read-network";
import { undoReceiveCosts } from "@/lib/money-in/deposits/receive-costs";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { stopNetwork } from "@/lib/money-in/deposits/stop-network";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Blocks stored behind the cursor: deeper than any reorganisation that a confirmed deposit
 * survives.
 */
export const BLOCKS_KEPT = 512;

/**
 * Handles a last-read block that is no longer on the chain: moves back to the last stored block
 * that is, and marks the deposits above it as vanished. Reading continues from there and finds
 * deposits that were included again.
 *
 * Reverses nothing: a booked deposit waits for {@link evaluateReversals}.
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
    // Until the new branch has been read, the absence of a payment proves nothing: the branch may
    // contain it.
    await updateCursor(tx, network.code, { caughtUpAt: null });
    await deleteBlocksAbove(tx, network.code, ancestor.height);
    await resetChecksAbove(tx, network.code, ancestor.height);
    await clearCoinsAbove(tx, network.code, ancestor.height);
    const owners = await markVanishedAbove(tx, network.code, ancestor.height);
    await undoReceiveCosts(tx, catalog, network.code, ancestor.height);
    await settleOwners(tx, owners);
    return owners.length;
  };
  // The reverted blocks may have been completely full, and going back is atomic.
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

/**
 * A transaction that returned to the mempool is usually included again soon; it counts as gone only
 * after this.
 */
const PATIENCE_MS = 10 * 60 * 1000;
/** One node may lie or be on a fork. The sandbox has only its own node. */
const WITNESSES_MIN = 2;
const BATCH = 100;

type Verdict = "gone" | "wait" | "ask";

/**
 * Decides, once the chain has been read to its head (`readHeight`), whether booked deposits that
 * left it may be reversed: when nodes on two hosts that are fully synced report that no block
 * contains the transaction. If that quorum is not reached, the operator decides. Returns the number
 * of waiting deposits.
 */
export async function evaluateReversals(
  driver: Pick<ChainDriver, "transactionStatusByEach">,
  network: ReadNetwork,
  readHeight: bigint,
  signal: AbortSignal,
): Promise<number> {
  const all = await listWaitingReversals(network.code, BATCH);
  for (const waiting of all) {
    const answers = await driver.transactionStatusByEach(waiting.transactionId, signal);
    const verdict = judge(answers, waiting, network, readHeight);
    if (verdict === "gone") {
      await withTransaction(async (tx) => {
        if (!(await approveReversal(tx, waiting))) return;
        await clearAlarm(tx, { kind: "reversal-pending", subject: waiting.id });
        await settleOwners(tx, [waiting]);
      });
    } else if (verdict === "ask") await askOperator(waiting, network);
  }
  return all.length;
}

function judge(
  answers: readonly NodeAnswer<TransactionStatus>[],
  waiting: WaitingReversal,
  network: ReadNetwork,
  readHeight: bigint,
): Verdict {
  const patienceIsOver = Date.now() - waiting.vanishedAt.getTime() > PATIENCE_MS;
  // "Absent" from a node that has not reached the read height proves nothing.
  const nodeAnswers = answers.flatMap(({ node, head, answer }) =>
    answer !== null && head !== null && BigInt(head.height) >= readHeight ? [{ node, answer }] : [],
  );
  const needed = network.isSandbox ? 1 : WITNESSES_MIN;
  const witnessesOf = (nodes: readonly { readonly node: string }[]) => countWitnesses(nodes.map(({ node }) => node));
  if (witnessesOf(nodeAnswers) < needed) return witnessesOf(answers) < needed || patienceIsOver ? "ask" : "wait";
  const isGone = nodeAnswers.every(({ answer }) => {
    if (answer.state === "absent") return true;
    if (answer.state === "pending") return patienceIsOver;
    return !answer.succeeded || waiting.isReplaced;
  });
  // The transaction is in a block and succeeded, yet reading found no transfer in it: needs a
  // human.
  if (!isGone) return patienceIsOver ? "ask" : "wait";
  return "gone";
}

async function askOperator(waiting: WaitingReversal, network: ReadNetwork): Promise<void> {
  const message = `Transaction ${waiting.transactionId} is no longer on ${network.code} although it was booked, and the nodes have not confirmed that it is gone. Two responding nodes on separate hosts are needed, or your decision`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "reversal-pending", subject: waiting.id, message }));
}
