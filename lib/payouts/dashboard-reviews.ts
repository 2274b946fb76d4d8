import { loadCatalog } from "@/lib/catalog/queries";
import { rolesWith } from "@/lib/merchants/role";
import { findOfOwnKey, hindranceOf } from "@/lib/payouts/dashboard-outflow";
import type { Viewer } from "@/lib/payouts/dashboard-outflow-schema";
import { countWaitingPayouts } from "@/lib/payouts/dashboard-repo";
import { countMembersWith, countOpenReviews, selectRefundOwners } from "@/lib/payouts/dashboard-reviews-repo";
import type { OpenReviewsView, ReviewRowView } from "@/lib/payouts/dashboard-reviews-schema";
import { listReviews } from "@/lib/reviews/list-reviews";

/** What of a merchant's payouts and refunds waits for a decision, the operator's among it; newest first. */
export async function listOpenReviews(merchantId: string, viewer: Viewer): Promise<OpenReviewsView> {
  const [{ open }, catalog] = await Promise.all([listReviews(merchantId), loadCatalog()]);
  const refundIds = open.filter(({ kind }) => kind === "refund").map(({ subjectId }) => subjectId);
  const asked = open.map((review) => ({ ...review, orderedById: review.orderedBy?.id ?? null }));
  const [owners, ofOwnKey] = await Promise.all([
    selectRefundOwners(merchantId, refundIds),
    findOfOwnKey(asked, viewer),
  ]);
  const items = asked.map((review): ReviewRowView => {
    const owner = owners.find(({ id }) => id === review.subjectId);
    return {
      id: review.id,
      reason: review.reason,
      detail: review.detail,
      openedAt: review.openedAt,
      orderedBy: review.orderedBy?.name ?? null,
      decision: review.decision,
      decidedBy: review.decidedBy?.name ?? null,
      decidedAt: review.decidedAt,
      hindrance: hindranceOf(review, viewer, ofOwnKey),
      kind: review.kind,
      subjectId: review.subjectId,
      orderId: owner?.orderId ?? review.orderId,
      invoiceId: owner?.invoiceId ?? null,
      walletId: owner?.walletId ?? null,
      sentAmount: review.amount,
      currency: review.currency,
      commission: review.commission,
      debitedAmount: review.debitedAmount,
      fromCurrency: review.fromCurrency,
      networkName: catalog.network(review.network)?.name ?? review.network,
      address: review.address,
    };
  });
  return { items };
}

/** How many people of a merchant may pay out, and so agree to what another of them ordered. */
export function countDeciders(merchantId: string): Promise<number> {
  return countMembersWith(merchantId, rolesWith("payout.create"));
}

/** What of a merchant's ways out waits: decisions of its own people, and payouts for whatever reason. */
export async function countWaiting(merchantId: string): Promise<{ openReviews: number; waitingPayouts: number }> {
  const [openReviews, waitingPayouts] = await Promise.all([
    countOpenReviews(merchantId),
    countWaitingPayouts(merchantId),
  ]);
  return { openReviews, waitingPayouts };
}
