import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { countCaseTabs, listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { caseFilterQuery, caseListQuery, casePageView } from "@/lib/exceptions/case-list/dashboard-schema";
import { listInvoiceRequests, previewRequest } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { decideRefundRequest } from "@/lib/exceptions/refund-requests/decide-refund-request";
import { decideRequestForm, refundRequestList } from "@/lib/exceptions/refund-requests/schema";
import {
  previewPaymentRefund,
  previewRefundOfCase,
  previewWalletRefund,
  refundCaseFromForm,
  refundPaymentFromForm,
  refundWalletFromForm,
} from "@/lib/exceptions/refunds/dashboard-commands";
import { listCaseRefunds, listInvoiceRefunds, listWalletRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import {
  caseRefundsView,
  invoiceRefundsView,
  previewCaseForm,
  refundHeldForm,
  refundPaymentForm,
  refundPreviewView,
  walletRefundsView,
} from "@/lib/exceptions/refunds/dashboard-schema";
import { viewerOf } from "@/lib/fronts/dashboard/current-session";
import { fresh, freshForMoney, member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { listCounts } from "@/lib/kernel/paging/tab-counts-schema";

export const refundRequests = router({
  /** Refund requests of an invoice's payer. */
  ofInvoice: operation(member("merchant.read"))
    .input(byId)
    .output(refundRequestList)
    .query(({ ctx: { member }, input }) => listInvoiceRequests(member.merchantId, input.id)),

  /** Previews the approval of a refund request. Moves nothing. */
  preview: operation(member("payout.create"))
    .input(byId)
    .output(refundPreviewView)
    .query(({ ctx: { member }, input }) => previewRequest(member.merchantId, input.id)),

  /** Refunds a payer's request, or rejects it with a reason. */
  decide: operation(freshForMoney(member("payout.create")))
    .input(decideRequestForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input: { id, decision, note } }) => {
      const { merchantId, session } = member;
      await decideRefundRequest({ requestId: id, merchantId, decision, note, actorId: session.user.id });
      return {};
    }),
});

/**
 * Payments that no rule credits automatically, for the merchant's decision; their refunds are in
 * `refunds.case`.
 */
export const cases = router({
  list: operation(member("merchant.read"))
    .input(caseListQuery)
    .output(casePageView)
    .query(({ ctx: { member }, input }) => listCases(member.merchantId, input)),

  /** Counts of the list's tabs, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(caseFilterQuery)
    .output(listCounts)
    .query(({ ctx: { member }, input }) => countCaseTabs(member.merchantId, input)),

  /** Previews accepting the payment of a case. */
  previewCredit: operation(member("case.decide"))
    .input(byId)
    .output(caseCreditPreview)
    .query(({ ctx: { member }, input }) => {
      const { merchantId } = member;
      return previewCaseCredit({ caseId: input.id, merchantId, creditTo: merchantId });
    }),

  /** Accepts the payment of a case: a late one pays its invoice, at an earlier price. */
  credit: operation(fresh(member("case.decide")))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      await creditCase({ caseId: input.id, merchantId, actorId: session.user.id });
      return {};
    }),
});

const reads = operation(member("merchant.read"));
/** Moves nothing; a mutation because URLs are written to logs. */
const previews = operation(member("payout.create"));
const sends = operation(freshForMoney(member("payout.create")));

/** Refunds all or part of an invoice's payment from the balance. */
const invoice = router({
  list: reads
    .input(byId)
    .output(invoiceRefundsView)
    .query(({ ctx: { member }, input }) => listInvoiceRefunds(member.merchantId, input.id, viewerOf(member))),

  preview: previews
    .input(refundPaymentForm)
    .output(refundPreviewView)
    .mutation(({ ctx: { member }, input }) => previewPaymentRefund(member.merchantId, input)),

  order: sends
    .input(refundPaymentForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await refundPaymentFromForm(member.merchantId, member.session.user.id, input);
      return {};
    }),
});

/** Refunds everything that a blocked wallet holds, to one address, once. */
const wallet = router({
  list: reads
    .input(byId)
    .output(walletRefundsView)
    .query(({ ctx: { member }, input }) => listWalletRefunds(member.merchantId, input.id, viewerOf(member))),

  preview: previews
    .input(refundHeldForm)
    .output(refundPreviewView)
    .mutation(({ ctx: { member }, input }) => previewWalletRefund(member.merchantId, input)),

  order: sends
    .input(refundHeldForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await refundWalletFromForm(member.merchantId, member.session.user.id, input);
      return {};
    }),
});

/**
 * Refunds the deposit of a case. The preview without an address also returns the default
 * destination.
 */
const ofCase = router({
  list: reads
    .input(byId)
    .output(caseRefundsView)
    .query(({ ctx: { member }, input }) => listCaseRefunds(member.merchantId, input.id, viewerOf(member))),

  preview: previews
    .input(previewCaseForm)
    .output(refundPreviewView)
    .mutation(({ ctx: { member }, input }) => previewRefundOfCase(member.merchantId, input)),

  order: sends
    .input(refundHeldForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await refundCaseFromForm(member.merchantId, member.session.user.id, input);
      return {};
    }),
});

/** Refunds to payers, by what is refunded. */
export const refunds = router({ invoice, wallet, case: ofCase });
