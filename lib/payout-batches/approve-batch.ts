import { AppError } from "@/lib/errors";
import { batchErrors } from "@/lib/payout-batches/batch-error";
import { findBatch, selectOpenApprovals } from "@/lib/payout-batches/repo";
import { decideReview } from "@/lib/reviews/decide-review";

/** Short of what proxies wait; who has a thousand rows asks once more. */
const WORK_MS_MAX = 15_000;

export type BatchApproval = { readonly approved: number; readonly refusals: string[] };

/**
 * Agrees to every payout of a batch that waits for a second person, each by the very decision of a single one. An address that looks like
 * another one is not agreed to with it: that is decided address by address. Who ordered the batch agrees to nothing.
 * @throws AppError `not_found`; `forbidden` when it is refused for the person as a whole
 */
export async function approveBatch(
  order: { readonly merchantId: string; readonly batchId: string; readonly actorId: string },
  now: () => number = Date.now,
): Promise<BatchApproval> {
  const { merchantId, batchId, actorId } = order;
  if ((await findBatch(merchantId, batchId)) === null) throw batchErrors.notFound();
  const end = now() + WORK_MS_MAX;
  const refusals = new Set<string>();
  let approved = 0;
  for (const reviewId of await selectOpenApprovals(batchId)) {
    if (now() >= end) break;
    try {
      await decideReview({ reviewId, decision: "approved", merchantId, actorId });
      approved += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Holds for all of them alike.
      if (error.code === "forbidden") throw error;
      refusals.add(error.message);
    }
  }
  return { approved, refusals: [...refusals] };
}
