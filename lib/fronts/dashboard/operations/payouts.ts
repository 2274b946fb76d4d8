import { approveBatch, decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { type Member, viewerOf } from "@/lib/fronts/dashboard/current-session";
import { fresh, freshForMoney, member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { listCountsAndTotals } from "@/lib/kernel/paging/tab-counts-schema";
import { cancelBatch, confirmBatch } from "@/lib/money-out/payout-batches/decide-batch";
import { checkSavedBatch, getBatchDetail, listBatches, listItems } from "@/lib/money-out/payout-batches/queries";
import {
  approvedView,
  batchCheckView,
  batchDetailView,
  batchIdInput,
  batchItemsView,
  batchListQuery,
  batchPageView,
  batchRowsQuery,
  confirmBatchInput,
} from "@/lib/money-out/payout-batches/schema";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutFromForm } from "@/lib/money-out/payouts/dashboard-form";
import { newPayoutInput, payoutPreviewInput, payoutPreviewView } from "@/lib/money-out/payouts/dashboard-form-schema";
import { previewPayout } from "@/lib/money-out/payouts/dashboard-preview";
import { countPayouts, getPayoutDetail, listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { listOpenReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { openReviewsView } from "@/lib/money-out/payouts/dashboard-reviews-schema";
import {
  payoutDetailView,
  payoutFilterQuery,
  payoutListQuery,
  payoutPageView,
} from "@/lib/money-out/payouts/dashboard-schema";
import { decideReviewInput } from "@/lib/money-out/reviews/schema";
import {
  pauseSettlement,
  removeSettlement,
  resumeSettlement,
  saveSettlement,
} from "@/lib/money-out/settlements/change-settlement";
import { listSettlements } from "@/lib/money-out/settlements/queries";
import { settlementInput, settlementListView } from "@/lib/money-out/settlements/schema";

export const reviews = router({
  /** Reviews waiting for the merchant's decision, or for the operator's about this merchant. */
  open: operation(member("merchant.read"))
    .output(openReviewsView)
    .query(({ ctx: { member } }) => listOpenReviews(member.merchantId, viewerOf(member))),

  /** Approves or rejects a review of a payout or refund. */
  decide: operation(freshForMoney(member("review.decide")))
    .input(decideReviewInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input: { id, decision } }) => {
      const vote = { reviewId: id, decision, merchantId: member.merchantId, actorId: member.session.user.id };
      await decideReview(vote).catch((error: unknown) => {
        throw toFormError(error);
      });
      return {};
    }),
});

export const payoutBatches = router({
  list: operation(member("merchant.read"))
    .input(batchListQuery)
    .output(batchPageView)
    .query(({ ctx: { member }, input }) => listBatches(member.merchantId, input.cursor)),

  detail: operation(member("merchant.read"))
    .input(batchIdInput)
    .output(batchDetailView)
    .query(({ ctx: { member }, input }) => getBatchDetail(member.merchantId, input.id, viewerOf(member))),

  /** Checks what a batch that is not submitted yet would do now. */
  check: operation(member("payout.create"))
    .input(batchIdInput)
    .output(batchCheckView)
    .query(({ ctx: { member, now }, input }) => checkSavedBatch(member.merchantId, input.id, now)),

  rows: operation(member("merchant.read"))
    .input(batchRowsQuery)
    .output(batchItemsView)
    .query(({ ctx: { member }, input }) => listItems(member.merchantId, input)),

  confirm: operation(fresh(member("payout.create")))
    .input(confirmBatchInput)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input: { id, isRepeatMeant } }) => {
      const { merchantId, session } = member;
      await confirmBatch({ merchantId, batchId: id, userId: session.user.id, isRepeatMeant }, now);
      return {};
    }),

  approve: operation(fresh(member("review.decide")))
    .input(batchIdInput)
    .output(approvedView)
    .mutation(({ ctx: { member }, input }) =>
      approveBatch({ merchantId: member.merchantId, batchId: input.id, actorId: member.session.user.id }),
    ),

  cancel: operation(member("payout.create"))
    .input(batchIdInput)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await cancelBatch({ merchantId: member.merchantId, batchId: input.id, actorId: member.session.user.id });
      return {};
    }),
});

export const payouts = router({
  list: operation(member("merchant.read"))
    .input(payoutListQuery)
    .output(payoutPageView)
    .query(({ ctx: { member }, input }) => listPayoutRows(member.merchantId, input)),

  /** Counts of the list's tabs, and totals, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(payoutFilterQuery)
    .output(listCountsAndTotals)
    .query(({ ctx: { member }, input }) => countPayouts(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(payoutDetailView)
    .query(({ ctx: { member }, input }) => getPayoutDetail(member.merchantId, input.id, viewerOf(member))),

  /** Previews a payout. Moves nothing; a mutation because URLs are written to logs. */
  preview: operation(member("payout.create"))
    .input(payoutPreviewInput)
    .output(payoutPreviewView)
    .mutation(({ ctx: { member }, input }) => previewPayout(member.merchantId, input)),

  create: operation(freshForMoney(member("payout.create")))
    .input(newPayoutInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => createPayoutFromForm(member.merchantId, member.session.user.id, input)),

  /** Cancels an unsigned payout. */
  cancel: operation(member("payout.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await cancelPayout({ merchantId, payoutId: input.id, actorId: session.user.id });
      return {};
    }),
});

/** Automatic settlements of the merchant's balances. */
export const settlements = router({
  list: operation(member("merchant.read"))
    .output(settlementListView)
    .query(({ ctx: { member, now } }) => listSettlements(member.merchantId, now)),

  /** Creates the settlement of a coin, or changes it. */
  save: operation(fresh(member("settlement.change")))
    .input(settlementInput)
    .output(byId)
    .mutation(({ ctx: { member, now }, input }) => saveSettlement(whoIs(member), input, now)),

  /** Whoever may pay out may also hold it. */
  pause: operation(member("payout.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input }) => {
      await pauseSettlement(whoIs(member), input.id, now);
      return {};
    }),

  resume: operation(fresh(member("settlement.change")))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input }) => {
      await resumeSettlement(whoIs(member), input.id, now);
      return {};
    }),

  remove: operation(member("settlement.change"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member, now }, input }) => {
      await removeSettlement(whoIs(member), input.id, now);
      return {};
    }),
});

const whoIs = ({ merchantId, session }: Member) => ({ merchantId, actorId: session.user.id });
