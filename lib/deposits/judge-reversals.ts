import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { ChainDriver, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { approveReversal, listWaitingReversals, type WaitingReversal } from "@/lib/deposits/chain-repo";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { settleOwners } from "@/lib/deposits/record-blocks";

/** A transaction that fell back into the mempool is usually mined again soon; only after this is it taken for gone. */
const PENDING_PATIENCE_MS = 10 * 60 * 1000;
/** One node may lie or be on a fork; on the sandbox there is only its own. */
const WITNESSES_MIN = 2;
const BATCH = 100;

/**
 * Decides for booked deposits that are gone from the chain, once it has been read to the head, whether what stands in the books may be
 * reversed: when two nodes say that the transaction is in no block. With fewer nodes the operator is asked.
 */
export async function judgeReversals(driver: ChainDriver, network: ReadNetwork, signal: AbortSignal): Promise<void> {
  for (const waiting of await listWaitingReversals(network.code, BATCH)) {
    const testimonies = await driver.transactionStatusByEach(waiting.transactionId, signal);
    if (isGone(testimonies, waiting, network)) {
      await withTransaction(async (tx) => {
        if (await approveReversal(tx, waiting.id)) await settleOwners(tx, [waiting]);
      });
    } else if (testimonies.length < WITNESSES_MIN && !network.isSandbox) {
      await askOperator(waiting, network);
    }
  }
}

function isGone(
  testimonies: readonly Testimony<TransactionStatus>[],
  waiting: WaitingReversal,
  network: ReadNetwork,
): boolean {
  const answers = testimonies.flatMap(({ answer }) => answer ?? []);
  if (answers.length < (network.isSandbox ? 1 : WITNESSES_MIN)) return false;
  const patienceIsOver = Date.now() - waiting.vanishedAt.getTime() > PENDING_PATIENCE_MS;
  return answers.every((answer) => {
    if (answer.state === "absent") return true;
    return answer.state === "pending" ? patienceIsOver : !answer.succeeded;
  });
}

async function askOperator(waiting: WaitingReversal, network: ReadNetwork): Promise<void> {
  const message = `Transaction ${waiting.transactionId} left ${network.code} after it was booked; one node alone says so. Add a second node, or decide by hand`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "reversal-waits", subject: waiting.id, message }));
}
