import type { ChainDriver, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { countWitnesses } from "@/lib/chains/statements";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { approveReversal, listWaitingReversals, type WaitingReversal } from "@/lib/money-in/deposits/chain-repo";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";

/** A transaction that fell back into the mempool is usually mined again soon; only after this is it taken for gone. */
const PATIENCE_MS = 10 * 60 * 1000;
/** One node may lie or be on a fork; on the sandbox there is only its own. */
const WITNESSES_MIN = 2;
const BATCH = 100;

type Verdict = "gone" | "wait" | "ask";

/**
 * Decides for booked deposits that are gone from the chain, once it has been read to its head (`readHeight`), whether what stands in
 * the books may be reversed: when nodes of two hosts that are as far say that the transaction is in no block. Whenever that cannot be
 * had, the operator is asked. Answers how many waited.
 */
export async function judgeReversals(
  driver: Pick<ChainDriver, "transactionStatusByEach">,
  network: ReadNetwork,
  readHeight: bigint,
  signal: AbortSignal,
): Promise<number> {
  const all = await listWaitingReversals(network.code, BATCH);
  for (const waiting of all) {
    const testimonies = await driver.transactionStatusByEach(waiting.transactionId, signal);
    const verdict = judge(testimonies, waiting, network, readHeight);
    if (verdict === "gone") {
      await withTransaction(async (tx) => {
        if (!(await approveReversal(tx, waiting))) return;
        await clearAlarm(tx, { kind: "reversal-waits", subject: waiting.id });
        await settleOwners(tx, [waiting]);
      });
    } else if (verdict === "ask") await askOperator(waiting, network);
  }
  return all.length;
}

function judge(
  testimonies: readonly Testimony<TransactionStatus>[],
  waiting: WaitingReversal,
  network: ReadNetwork,
  readHeight: bigint,
): Verdict {
  const patienceIsOver = Date.now() - waiting.vanishedAt.getTime() > PATIENCE_MS;
  // "Absent" from a node that has not come as far as we have proves nothing.
  const words = testimonies.flatMap(({ node, head, answer }) =>
    answer !== null && head !== null && BigInt(head.height) >= readHeight ? [{ node, answer }] : [],
  );
  const needed = network.isSandbox ? 1 : WITNESSES_MIN;
  const witnessesOf = (nodes: readonly { readonly node: string }[]) => countWitnesses(nodes.map(({ node }) => node));
  if (witnessesOf(words) < needed) return witnessesOf(testimonies) < needed || patienceIsOver ? "ask" : "wait";
  const isGone = words.every(({ answer }) => {
    if (answer.state === "absent") return true;
    if (answer.state === "pending") return patienceIsOver;
    return !answer.succeeded || waiting.isReplaced;
  });
  // In a block and successful, and yet reading found nothing of it there: that needs eyes.
  if (!isGone) return patienceIsOver ? "ask" : "wait";
  return "gone";
}

async function askOperator(waiting: WaitingReversal, network: ReadNetwork): Promise<void> {
  const message = `Transaction ${waiting.transactionId} left ${network.code} after it was booked, and the nodes do not prove together that it is gone. Two nodes on hosts of their own that answer are needed, or your decision`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "reversal-waits", subject: waiting.id, message }));
}
