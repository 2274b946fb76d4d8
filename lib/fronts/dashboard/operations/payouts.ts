import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutFromForm } from "@/lib/money-out/payouts/dashboard-form";
import { newPayoutInput, payoutPreviewInput, payoutPreviewView } from "@/lib/money-out/payouts/dashboard-form-schema";
import { previewPayout } from "@/lib/money-out/payouts/dashboard-preview";
import { getPayoutDetail, listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { payoutDetailView, payoutListQuery, payoutPageView } from "@/lib/money-out/payouts/dashboard-schema";

export const payouts = router({
  list: operation(member("merchant.read"))
    .input(payoutListQuery)
    .output(payoutPageView)
    .query(({ ctx: { member }, input }) => listPayoutRows(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(payoutDetailView)
    .query(({ ctx: { member }, input }) => getPayoutDetail(member.merchantId, input.id, viewerOf(member))),

  /** What a payout would do. Moves nothing; a mutation because the address of a request is written into logs. */
  preview: operation(member("payout.create"))
    .input(payoutPreviewInput)
    .output(payoutPreviewView)
    .mutation(({ ctx: { member }, input }) => previewPayout(member.merchantId, input)),

  create: operation(freshForMoney(member("payout.create")))
    .input(newPayoutInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => createPayoutFromForm(member.merchantId, member.session.user.id, input)),

  /** Takes back a payout for which nothing is signed. */
  cancel: operation(member("payout.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await cancelPayout({ merchantId, payoutId: input.id, actorId: session.user.id });
      return {};
    }),
});
