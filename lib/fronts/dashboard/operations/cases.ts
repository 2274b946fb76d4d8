import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { caseListQuery, casePageView } from "@/lib/exceptions/case-list/dashboard-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";

/** Payments that no rule may credit by itself, for the merchant's decision; refunds of them are in `refunds.case`. */
export const cases = router({
  list: operation(member("merchant.read"))
    .input(caseListQuery)
    .output(casePageView)
    .query(({ ctx: { member }, input }) => listCases(member.merchantId, input)),

  /** What accepting the payment of a case would do. */
  previewCredit: operation(member("case.decide"))
    .input(byId)
    .output(caseCreditPreview)
    .query(({ ctx: { member }, input }) => {
      const { merchantId } = member;
      return previewCaseCredit({ caseId: input.id, merchantId, creditTo: merchantId });
    }),

  /** Accepts the payment of a case: a late one pays its invoice, at a price of before. */
  credit: operation(fresh(member("case.decide")))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await creditCase({ caseId: input.id, merchantId, actorId: session.user.id });
      return {};
    }),
});
