import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { batchErrors } from "@/lib/money-out/payout-batches/batch-order";
import { cancelPayoutBatchJob } from "@/lib/money-out/payout-batches/jobs";
import { findBatchOfAny, lockBatch, refuseOpenRows, setBatchStatus } from "@/lib/money-out/payout-batches/repo";

/**
 * The operator stops a merchant's file: no further row of it becomes a payout from the moment at which this returns, each says why, and the
 * worker gives up those of which nothing is signed, so that all of their money is back. What is signed goes its way. Repeated, it stays as
 * it is.
 * @throws AppError `not_found`
 */
export async function giveUpBatch(order: {
  readonly batchId: string;
  /** Said to its merchant. */
  readonly reason: string;
  /** The operator. */
  readonly actorId: string;
}): Promise<void> {
  const { batchId, reason, actorId } = order;
  const found = await findBatchOfAny(batchId);
  if (found === null) throw batchErrors.notFound();
  await withTransaction(async (tx) => {
    const batch = await lockBatch(tx, found.merchantId, found.id);
    if (batch === null) throw batchErrors.notFound();
    if (batch.status === "cancelled") return;
    await setBatchStatus(tx, batch.id, "cancelled");
    await refuseOpenRows(tx, batch.id, `The operator cancelled the file: ${reason}`);
    if (batch.status !== "checked")
      await enqueue(tx, cancelPayoutBatchJob, { batchId: batch.id, actorId, afterNumber: 0, reason });
    await recordAudit(tx, {
      actorId,
      merchantId: batch.merchantId,
      action: "payout-batch.cancel",
      target: batch.id,
      detail: { reason },
      before: { status: batch.status },
      after: { status: "cancelled" },
    });
  });
}
