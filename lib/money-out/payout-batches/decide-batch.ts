import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { batchErrors } from "@/lib/money-out/payout-batches/batch-order";
import { checkBatch } from "@/lib/money-out/payout-batches/check-batch";
import { cancelPayoutBatchJob, submissionKey, submitPayoutBatchJob } from "@/lib/money-out/payout-batches/jobs";
import {
  type Batch,
  findBatch,
  findBatchOfAny,
  findSubmittedDuplicate,
  lockBatch,
  lockFile,
  refuseOpenRows,
  selectRows,
  setBatchStatus,
} from "@/lib/money-out/payout-batches/repo";

export type BatchConfirmation = {
  readonly merchantId: string;
  readonly batchId: string;
  /** The user who submits it: only the uploader may, so that the second person is someone else. */
  readonly userId: string;
  readonly isRepeatMeant: boolean;
};

/**
 * Submits an uploaded file: checks all its rows again, and queues the job that creates the payouts.
 * Confirming it twice, even concurrently, submits it once.
 * @throws AppError `not_found`; `forbidden` for another user, and while the merchant may not pay
 *   out; `refused` when it was cancelled, when a row is no longer valid, or when the same file was
 *   submitted before and the repeat is not confirmed
 */
export async function confirmBatch(confirmation: BatchConfirmation, now: Date): Promise<void> {
  const { merchantId, batchId, userId } = confirmation;
  const batch = await findBatch(merchantId, batchId);
  if (batch === null) throw batchErrors.notFound();
  if (batch.createdById !== userId) throw batchErrors.notYours();
  if (batch.status === "cancelled") throw batchErrors.over();
  if (batch.status !== "checked") return;
  const check = await checkBatch(merchantId, batch.id, await selectRows(batch.id), now);
  const [first] = check.problems;
  if (first !== undefined)
    throw batchErrors.changed(check.problemCount, `${first.row === null ? "" : `row ${first.row}: `}${first.reason}`);
  await order(batch, confirmation, { submittedAt: now, valueUsd: check.valueUsd });
}

async function order(
  found: Batch,
  { merchantId, userId, isRepeatMeant }: BatchConfirmation,
  as: { readonly submittedAt: Date; readonly valueUsd: Decimal | null },
): Promise<void> {
  await withTransaction(async (tx) => {
    await lockFile(tx, found);
    const batch = await lockBatch(tx, merchantId, found.id);
    if (batch === null) throw batchErrors.notFound();
    if (batch.status === "cancelled") throw batchErrors.over();
    if (batch.status !== "checked") return;
    if (!isRepeatMeant && (await findSubmittedDuplicate(batch, tx)) !== null) throw batchErrors.repeated();
    await setBatchStatus(tx, batch.id, "submitted", as);
    await enqueue(tx, submitPayoutBatchJob, { batchId: batch.id }, { key: submissionKey(batch.id) });
    await recordAudit(tx, {
      actorId: userId,
      merchantId,
      action: "payout-batch.order",
      target: batch.id,
      detail: { fileName: batch.fileName, isRepeatMeant },
      before: { status: batch.status },
      after: { status: "submitted" },
    });
  });
}

/**
 * Cancels a batch: once this returns, no further row becomes a payout, and the worker cancels the
 * payouts without a signed transaction. Signed payouts are not affected. Idempotent.
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

/**
 * Cancels a merchant's batch on behalf of the operator: once this returns, no further row becomes a
 * payout, each row states the reason, and the worker cancels the payouts without a signed
 * transaction, so that their full amounts are returned. Signed payouts are not affected.
 * Idempotent.
 * @throws AppError `not_found`
 */
export async function cancelBatchAsOperator(order: {
  readonly batchId: string;
  /** Shown to the merchant. */
  readonly reason: string;
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
    await refuseOpenRows(tx, batch.id, `Cancelled by the operator: ${reason}`);
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
