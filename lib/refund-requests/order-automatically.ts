import { database } from "@/lib/db";
import { AppError, ERROR_CODES } from "@/lib/errors";
import { isAutomatic } from "@/lib/merchants/automatic-refunds";
import { inWords } from "@/lib/payouts/dashboard-refusal";
import { findTerms } from "@/lib/refund-requests/money-repo";
import { orderRequestedRefund } from "@/lib/refund-requests/order-requested-refund";
import { findRequest, noteFailure } from "@/lib/refund-requests/repo";

const NEEDS_KEY =
  "Refunds need the payout key here, and nobody has shown it: a person has to decide. See Settings, Money that leaves.";

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
    const said = inWords(error);
    await noteFailure(database(), requestId, said instanceof Error ? said.message : error.message);
    if (ERROR_CODES[error.code].retryable) throw error;
  }
}
