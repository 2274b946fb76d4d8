import { z } from "zod";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { findBatchOfAny, selectUnsigned } from "@/lib/money-out/payout-batches/repo";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import { cancelPayout, cancelPayoutAsOperator } from "@/lib/money-out/payouts/cancel-payout";

/** A price or a network that is not there comes back by itself, mostly. */
const LATER_MS = 15_000;

const batchPayload = z.object({ batchId: z.uuid() });
const cancelPayload = z.object({
  batchId: z.uuid(),
  actorId: z.uuid(),
  afterNumber: z.int(),
  /** Of the operator, who gives its payouts up; left out: its merchant cancels them. */
  reason: z.string().optional(),
});

/**
 * Makes a confirmed file into payouts, some seconds of work at a time: who takes over from a dead
 * worker finds what is left.
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

/** Takes back what is not signed of a cancelled file. */
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

/** A job that runs for longer is taken for dead. */
const WORK_MS_MAX = 10_000;
const ROWS_READ = 50;

/**
 * Takes back the payouts of a cancelled batch of which nothing is signed, one after the other. What
 * is signed at this very moment stays.
 * @returns the row to go on behind; null when all were looked at
 */
export async function cancelRows(
  work: {
    readonly batchId: string;
    readonly actorId: string;
    readonly afterNumber: number;
    /** Of the operator, who gives them up; left out: the merchant cancels them. */
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
    // Signed in between, or final: it goes its way.
    if (!(error instanceof AppError)) throw error;
  }
}
