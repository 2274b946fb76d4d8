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
 * Lists of addresses, and outflows held because a list names their address. Importing a list
 * uploads a file, so it has its own route.
 */
export const screening = router({
  lists: operation(operator())
    .output(z.array(screeningListView))
    .query(() => listScreeningLists()),

  /** Activates or deactivates a version of a list. */
  setListActive: operation(fresh(operator()))
    .input(setListActiveInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await setScreeningListActive({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Payouts and refunds held because a list names their address. */
  reviews: operation(operator())
    .output(screeningReviewsView)
    .query(() => listScreeningReviews()),

  /** Records the operator's decision on a review. */
  decide: operation(fresh(operator()))
    .input(decideReviewInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id, decision } }) => {
      await decideReview({ reviewId: id, decision, merchantId: null, actorId: session.user.id });
      return {};
    }),
});

/** Cases without a merchant, and cases that screening holds or held. */
export const cases = router({
  list: operation(operator())
    .input(operatorCaseListQuery)
    .output(operatorCasePageView)
    .query(({ input }) => listOperatorCases(input)),

  detail: operation(operator())
    .input(byId)
    .output(operatorCaseDetailView)
    .query(({ ctx: { session }, input }) => readOperatorCase(input.id, session.user.id)),

  /** Previews crediting a case without an owner to a merchant. */
  creditPreview: operation(operator())
    .input(creditPreviewQuery)
    .output(unownedCreditPreview)
    .query(({ input: { id, merchantId } }) =>
      previewCaseCredit({ caseId: id, merchantId: null, creditTo: merchantId }),
    ),

  /** Credits a case without an owner to a merchant, or releases a deposit that screening holds. */
  credit: operation(fresh(operator()))
    .input(byId.extend({ merchantId: z.uuid().optional() }))
    .output(done)
    .mutation(async ({ ctx: { session }, input: { id: caseId, merchantId } }) => {
      const merchant = merchantId === undefined ? null : await getMerchant(merchantId);
      const to = merchant && { creditTo: merchant.id };
      await creditCase({ caseId, merchantId: null, ...to, actorId: session.user.id });
      return {};
    }),

  /** Previews refunding a case's deposit. */
  refundPreview: operation(operator())
    .input(refundCaseForm)
    .output(caseRefundPreview)
    .query(({ input }) => previewRefundCase(input)),

  /** Refunds the deposit of a case. */
  refund: operation(fresh(operator()))
    .input(refundCaseForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await refundCaseFromForm(input, session.user.id);
      return {};
    }),

  /** Sends the payer questions about a held payment, again if they were sent before. */
  askPayer: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await askAboutCase(input.id, session.user.id);
      return {};
    }),
});

/** Questions to payers about held payments. */
export const questionnaires = router({
  /** Returns a payer's answers. A mutation, because each read is audited. */
  answers: operation(fresh(operator()))
    .input(byId)
    .output(amlContents)
    .mutation(({ ctx: { session }, input }) => readAnswers(input.id, session.user.id)),

  /** Extends the payer's deadline. */
  extend: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await extendQuestionnaire(input.id, session.user.id);
      return {};
    }),
});
