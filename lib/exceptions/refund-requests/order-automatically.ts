import { z } from "zod";
import { findTerms } from "@/lib/exceptions/refund-requests/money-repo";
import { orderRequestedRefund } from "@/lib/exceptions/refund-requests/order-requested-refund";
import { findRequest, noteFailure } from "@/lib/exceptions/refund-requests/repo";
import { database } from "@/lib/kernel/db";
import { AppError, ERROR_CODES } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { isAutomatic } from "@/lib/people/merchants/merchant";

const NEEDS_KEY =
  "Refunds need the payout key here, and nobody has shown it: a person has to decide. See Settings, Outgoing limits.";

/**
 * Orders the refund of a confirmed wish where the merchant's policy is `automatic`, and has been for a day. What a guard refuses stays for a person, with the
 * reason; what is not there right now (a price, a fee) is tried again as well. Safe to repeat: it is decided once.
 *
 * @throws AppError what may pass, for the job to come again
 */
export async function orderAutomatically(requestId: string, now = new Date()): Promise<void> {
  const request = await findRequest(database(), requestId);
  if (request?.status !== "confirmed") return;
  const terms = await findTerms(database(), request.merchantId);
  if (terms === null || !isAutomatic(terms, now)) return;
  if (terms.refundsNeedPayoutKey) return await noteFailure(database(), requestId, NEEDS_KEY);
  try {
    await orderRequestedRefund(request, { actorId: null, note: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const said = toFormError(error);
    await noteFailure(database(), requestId, said instanceof Error ? said.message : error.message);
    if (ERROR_CODES[error.code].retryable) throw error;
  }
}

const payload = z.object({ requestId: z.uuid() });

/** Refunds a confirmed wish of a merchant whose policy says so. */
export const orderRequestedRefundJob: Job<typeof payload> = defineJob({
  name: "order-requested-refund",
  payload,
  run: ({ requestId }) => orderAutomatically(requestId),
});
