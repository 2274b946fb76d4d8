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
 * Blocks kept behind the cursor: deeper than any reorganisation that a confirmed deposit survives.
 */
export const BLOCKS_KEPT = 512;

/**
 * The block that was read last is no longer on the chain: goes back to the last one that is, and
 * marks the deposits above it as vanished. Reading then goes on from there and finds those that
 * were included again.
 *
 * Nothing is reversed here: a deposit that stands in the books waits for {@link evaluateReversals}.
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
    // Until the new branch has been read, nothing may be decided by what has not come: it may hold
    // the same payments.
    await updateCursor(tx, network.code, { caughtUpAt: null });
    await deleteBlocksAbove(tx, network.code, ancestor.height);
    await resetChecksAbove(tx, network.code, ancestor.height);
    await clearCoinsAbove(tx, network.code, ancestor.height);
    const owners = await markVanishedAbove(tx, network.code, ancestor.height);
    await undoReceiveCosts(tx, catalog, network.code, ancestor.height);
    await settleOwners(tx, owners);
    return owners.length;
  };
  // The blocks that are gone may have been as full as they come, and going back is one step or
  // none.
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
 * A transaction that fell back into the mempool is usually mined again soon; only after this is it
 * taken for gone.
 */
const PATIENCE_MS = 10 * 60 * 1000;
/** One node may lie or be on a fork; on the sandbox there is only its own. */
const WITNESSES_MIN = 2;
const BATCH = 100;

type Verdict = "gone" | "wait" | "ask";

/**
 * Decides for booked deposits that are gone from the chain, once it has been read to its head
 * (`readHeight`), whether what stands in the books may be reversed: when nodes of two hosts that
 * are as far say that the transaction is in no block. Whenever that cannot be had, the operator is
 * asked. Answers how many waited.
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
  // "Absent" from a node that has not come as far as we have proves nothing.
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
  // In a block and successful, and yet reading found nothing of it there: that needs eyes.
  if (!isGone) return patienceIsOver ? "ask" : "wait";
  return "gone";
}

async function askOperator(waiting: WaitingReversal, network: ReadNetwork): Promise<void> {
  const message = `Transaction ${waiting.transactionId} is no longer on ${network.code} although it was booked, and the nodes have not confirmed that it is gone. Two responding nodes on separate hosts are needed, or your decision`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "reversal-pending", subject: waiting.id, message }));
}
