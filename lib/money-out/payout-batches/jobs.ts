import { z } from "zod";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { findBatchOfAny, selectUnsigned } from "@/lib/money-out/payout-batches/repo";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import { cancelPayout, cancelPayoutAsOperator } from "@/lib/money-out/payouts/cancel-payout";

/** An unavailable price or network usually recovers without intervention. */
const LATER_MS = 15_000;

const batchPayload = z.object({ batchId: z.uuid() });
const cancelPayload = z.object({
  batchId: z.uuid(),
  actorId: z.uuid(),
  afterNumber: z.int(),
  /** The operator's reason for cancelling; omitted when the merchant cancels. */
  reason: z.string().optional(),
});

/**
 * Creates the payouts of a submitted file, a few seconds of work at a time, so that the successor
 * of a dead worker can resume.
 */
export const submitPayoutBatchJob: Job<typeof batchPayload> = defineJob({
  name: "order-payout-batch",
  payload: batchPayload,
  run: async ({ batchId }) => {
    const left = await submitRows(batchId);
    if (left === "nothing") return;
    const later = left === "later" ? { runAt: new Date(Date.now() + LATER_MS) } : {};
    await withTransaction((tx) =>
      enqueue(tx, submitPayoutBatchJob, { batchId }, { key: submissionKey(batchId), ...later }),
    );
  },
});

/** Cancels the unsigned payouts of a cancelled batch. */
export const cancelPayoutBatchJob: Job<typeof cancelPayload> = defineJob({
  name: "cancel-payout-batch",
  payload: cancelPayload,
  run: async (payload) => {
    const afterNumber = await cancelRows(payload);
    if (afterNumber === null) return;
    await withTransaction((tx) => enqueue(tx, cancelPayoutBatchJob, { ...payload, afterNumber }));
  },
});

export function submissionKey(batchId: string): string {
  return `order-payout-batch:${batchId}`;
}

/** A job that runs longer is considered dead. */
const WORK_MS_MAX = 10_000;
const ROWS_READ = 50;

/**
 * Cancels the unsigned payouts of a cancelled batch, one after the other. A payout that is being
 * signed concurrently stays.
 * @returns the row after which to continue; null when all were processed
 */
export async function cancelRows(
  work: {
    readonly batchId: string;
    readonly actorId: string;
    readonly afterNumber: number;
    /** The operator's reason for cancelling; omitted when the merchant cancels. */
    readonly reason?: string | undefined;
  },
  now: () => number = Date.now,
): Promise<number | null> {
  const batch = await findBatchOfAny(work.batchId);
  if (batch?.status !== "cancelled") return null;
  const end = now() + WORK_MS_MAX;
  let last = work.afterNumber;
  while (now() < end) {
    const rows = await selectUnsigned(batch.id, ROWS_READ, last);
    if (rows.length === 0) return null;
    for (const { payoutId, number } of rows) {
      if (now() >= end) return last;
      await cancelOne({ merchantId: batch.merchantId, payoutId, ...work });
      last = number;
    }
  }
  return last;
}

async function cancelOne(order: {
  readonly merchantId: string;
  readonly payoutId: string;
  readonly actorId: string;
  readonly reason?: string | undefined;
}): Promise<void> {
  const { merchantId, payoutId, actorId, reason } = order;
  try {
    if (reason === undefined) await cancelPayout({ merchantId, payoutId, actorId });
    else await cancelPayoutAsOperator({ payoutId, actorId, reason });
  } catch (error) {
    // It was signed in the meantime, or is final: it stays.
    if (!(error instanceof AppError)) throw error;
  }
}
