import { database } from "@/lib/kernel/db";
import { blockerOf, findOfOwnKey } from "@/lib/money-out/payouts/dashboard-outflow";
import type { OpenReviewsView, ReviewRowView } from "@/lib/money-out/payouts/dashboard-reviews-schema";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-schema";
import { countWaitingPayouts } from "@/lib/money-out/payouts/list-repo";
import { listReviews } from "@/lib/money-out/reviews/list-reviews";
import type { ReviewView } from "@/lib/money-out/reviews/schema";
import { type MemberRole, rolesWith } from "@/lib/people/merchants/role";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Lists a merchant's payouts and refunds that wait for a decision, including those of the operator;
 * newest first.
 */
export async function listOpenReviews(merchantId: string, viewer: Viewer): Promise<OpenReviewsView> {
  const { open } = await listReviews(merchantId);
  return { items: await viewReviews(merchantId, open, viewer) };
}

/** Converts open reviews to the views that the pages show, in the given order. */
export async function viewReviews(
  merchantId: string,
  open: readonly ReviewView[],
  viewer: Viewer,
): Promise<ReviewRowView[]> {
  const refundIds = open.filter(({ kind }) => kind === "refund").map(({ subjectId }) => subjectId);
  const asked = open.map((review) => ({ ...review, requestedById: review.requestedBy?.id ?? null }));
  const [catalog, owners, ofOwnKey] = await Promise.all([
    loadCatalog(),
    selectRefundOwners(merchantId, refundIds),
    findOfOwnKey(asked, viewer),
  ]);
  return asked.map((review): ReviewRowView => {
    const owner = owners.find(({ id }) => id === review.subjectId);
    return {
      id: review.id,
      reason: review.reason,
      detail: review.detail,
      openedAt: review.openedAt,
      requestedBy: review.requestedBy?.name ?? null,
      decision: review.decision,
      decidedBy: review.decidedBy?.name ?? null,
      decidedAt: review.decidedAt,
      blocker: blockerOf(review, viewer, ofOwnKey),
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
}

/** Counts a merchant's users who may pay out, and so may approve what another one created. */
export function countDeciders(merchantId: string): Promise<number> {
  return countMembersWith(merchantId, rolesWith("payout.create"));
}

/** Counts the open reviews for a merchant's own users, and its payouts that wait for any reason. */
export async function countWaiting(merchantId: string): Promise<{ openReviews: number; waitingPayouts: number }> {
  const [openReviews, waitingPayouts] = await Promise.all([
    countOpenReviews(merchantId),
    countWaitingPayouts(merchantId),
  ]);
  return { openReviews, waitingPayouts };
}

/** Counts the open reviews that a merchant's own users can decide, of outflows that still wait. */
async function countOpenReviews(merchantId: string): Promise<number> {
  const [row] = await database().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM reviews r JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
    WHERE r.merchant_id = ${merchantId}::uuid AND r.decision IS NULL AND r.reason <> 'screening' AND o.returned_at IS NULL`;
  return row.count;
}

function countMembersWith(merchantId: string, roles: readonly MemberRole[]): Promise<number> {
  return database().merchantMember.count({ where: { merchantId, role: { in: [...roles] } } });
}

/** Selects the invoice or static wallet of each of these refunds, with its order id. */
async function selectRefundOwners(merchantId: string, refundIds: readonly string[]) {
  if (refundIds.length === 0) return [];
  const refunds = await database().refund.findMany({
    where: { merchantId, id: { in: [...refundIds] } },
    select: { id: true, invoiceId: true, walletId: true },
  });
  const select = { id: true, orderId: true } as const;
  const [invoices, wallets] = await Promise.all([
    database().invoice.findMany({
      where: { merchantId, id: { in: refunds.flatMap(({ invoiceId }) => invoiceId ?? []) } },
      select,
    }),
    database().staticWallet.findMany({
      where: { merchantId, id: { in: refunds.flatMap(({ walletId }) => walletId ?? []) } },
      select,
    }),
  ]);
  return refunds.map((refund) => ({
    ...refund,
    orderId: [...invoices, ...wallets].find(({ id }) => id === (refund.invoiceId ?? refund.walletId))?.orderId ?? null,
  }));
}
