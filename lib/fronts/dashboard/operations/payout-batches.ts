import { approveBatch } from "@/lib/exceptions/review-decisions/decide-review";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";
import { cancelBatch } from "@/lib/money-out/payout-batches/cancel-batch";
import { confirmBatch } from "@/lib/money-out/payout-batches/confirm-batch";
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

export const payoutBatches = router({
  list: operation(member("merchant.read"))
    .input(batchListQuery)
    .output(batchPageView)
    .query(({ ctx: { member }, input }) => listBatches(member.merchantId, input.cursor)),

  detail: operation(member("merchant.read"))
    .input(batchIdInput)
    .output(batchDetailView)
    .query(({ ctx: { member }, input }) => getBatchDetail(member.merchantId, input.id, viewerOf(member))),

  /** What a file that is not ordered yet would do now. */
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
