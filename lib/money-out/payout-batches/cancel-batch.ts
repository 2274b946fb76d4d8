import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { batchErrors } from "@/lib/money-out/payout-batches/batch-order";
import { cancelPayoutBatchJob } from "@/lib/money-out/payout-batches/jobs";
import { lockBatch, setBatchStatus } from "@/lib/money-out/payout-batches/repo";

/**
 * Stops a batch: no further row of it becomes a payout from the moment at which this returns, and the worker takes back those of which
 * nothing is signed. What is signed goes its way. Cancelled twice it is cancelled once.
 * @throws AppError `not_found`
 */
export async function cancelBatch(order: { merchantId: string; batchId: string; actorId: string }): Promise<void> {
  const { merchantId, batchId, actorId } = order;
  await withTransaction(async (tx) => {
    const batch = await lockBatch(tx, merchantId, batchId);
    if (batch === null) throw batchErrors.notFound();
    if (batch.status === "cancelled") return;
    await setBatchStatus(tx, batch.id, "cancelled");
    if (batch.status !== "checked")
      await enqueue(tx, cancelPayoutBatchJob, { batchId: batch.id, actorId, afterNumber: 0 });
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: "payout-batch.cancel",
      target: batch.id,
      before: { status: batch.status },
      after: { status: "cancelled" },
    });
  });
}
