import { AppError } from "@/lib/kernel/errors";
import { findBatchOfAny, selectUnsigned } from "@/lib/money-out/payout-batches/repo";
import { cancelPayout, giveUpPayout } from "@/lib/money-out/payouts/cancel-payout";

/** A job that runs for longer is taken for dead. */
const WORK_MS_MAX = 10_000;
const ROWS_READ = 50;

/**
 * Takes back the payouts of a cancelled batch of which nothing is signed, one after the other. What is signed at this very moment stays.
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
    else await giveUpPayout({ payoutId, actorId, reason });
  } catch (error) {
    // Signed in between, or final: it goes its way.
    if (!(error instanceof AppError)) throw error;
  }
}
