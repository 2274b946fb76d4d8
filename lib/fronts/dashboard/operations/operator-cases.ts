import { z } from "zod";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { askAboutCase, extendQuestionnaire, readAnswers } from "@/lib/exceptions/questionnaires/ask-again";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import {
  listOperatorCases,
  listScreeningReviews,
  previewRefundCase,
  readOperatorCase,
  refundCaseFromForm,
} from "@/lib/fronts/admin/cases-queries";
import {
  caseRefundPreview,
  creditPreviewQuery,
  operatorCaseDetailView,
  operatorCaseListQuery,
  operatorCasePageView,
  refundCaseForm,
  screeningReviewsView,
  unownedCreditPreview,
} from "@/lib/fronts/admin/cases-schema";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { amlContents } from "@/lib/money-in/questionnaires/schema";
import { decideReviewInput } from "@/lib/money-out/reviews/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { listScreeningLists, setScreeningListActive } from "@/lib/people/screening/lists";
import { screeningListView, setListActiveInput } from "@/lib/people/screening/schema";

/**
 * Lists of addresses, and what waits because one names its address. A list to import is a file: it
 * has a route.
 */
export const screening = router({
  lists: operation(operator())
    .output(z.array(screeningListView))
    .query(() => listScreeningLists()),

  /** Has a version of a list asked, or no longer. */
  setListActive: operation(fresh(operator()))
    .input(setListActiveInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await setScreeningListActive({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Payouts and refunds that wait because a list names their address. */
  reviews: operation(operator())
    .output(screeningReviewsView)
    .query(() => listScreeningReviews()),

  /** The operator's word about one of them. */
  decide: operation(fresh(operator()))
    .input(decideReviewInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id, decision } }) => {
      await decideReview({ reviewId: id, decision, merchantId: null, actorId: session.user.id });
      return {};
    }),
});

/** Cases that belong to no merchant, or that screening holds or held. */
export const cases = router({
  list: operation(operator())
    .input(operatorCaseListQuery)
    .output(operatorCasePageView)
    .query(({ input }) => listOperatorCases(input)),

  detail: operation(operator())
    .input(byId)
    .output(operatorCaseDetailView)
    .query(({ ctx: { session }, input }) => readOperatorCase(input.id, session.user.id)),

  /** What giving the money of a case without an owner to a merchant would do. */
  creditPreview: operation(operator())
    .input(creditPreviewQuery)
    .output(unownedCreditPreview)
    .query(({ input: { id, merchantId } }) =>
      previewCaseCredit({ caseId: id, merchantId: null, creditTo: merchantId }),
    ),

  /** Gives the money of a case without an owner to a merchant, or lets go what screening holds. */
  credit: operation(fresh(operator()))
    .input(byId.extend({ merchantId: z.uuid().optional() }))
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id: caseId, merchantId } }) => {
      const merchant = merchantId === undefined ? null : await getMerchant(merchantId);
      const to = merchant && { creditTo: merchant.id };
      await creditCase({ caseId, merchantId: null, ...to, actorId: session.user.id });
      return {};
    }),

  /** What sending a case's deposit back would do. */
  refundPreview: operation(operator())
    .input(refundCaseForm)
    .output(caseRefundPreview)
    .query(({ input }) => previewRefundCase(input)),

  /** Sends the deposit of a case back. */
  refund: operation(fresh(operator()))
    .input(refundCaseForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await refundCaseFromForm(input, session.user.id);
      return {};
    }),

  /** Asks the payer about a held payment, again where that was done before. */
  askPayer: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await askAboutCase(input.id, session.user.id);
      return {};
    }),
});

/** What payers are asked about held payments. */
export const questionnaires = router({
  /** What a payer answered. A mutation, because each reading is written down. */
  answers: operation(fresh(operator()))
    .input(byId)
    .output(amlContents)
    .mutation(({ ctx: { session }, input }) => readAnswers(input.id, session.user.id)),

  /** Gives the payer more time to answer. */
  extend: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await extendQuestionnaire(input.id, session.user.id);
      return {};
    }),
});
