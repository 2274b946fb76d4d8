import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { caseListQuery, casePageView } from "@/lib/exceptions/case-list/dashboard-schema";
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

export const refundRequests = router({
  /** What the payer of an invoice has asked for. */
  ofInvoice: operation(member("merchant.read"))
    .input(byId)
    .output(refundRequestList)
    .query(({ ctx: { member }, input }) => listInvoiceRequests(member.merchantId, input.id)),

  /** What approving a payer's wish would do. Moves nothing. */
  preview: operation(member("payout.create"))
    .input(byId)
    .output(refundPreviewView)
    .query(({ ctx: { member }, input }) => previewRequest(member.merchantId, input.id)),

  /** Refunds what a payer asks for, or says why not. */
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
 * Payments that no rule may credit by itself, for the merchant's decision; refunds of them are in
 * `refunds.case`.
 */
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

const reads = operation(member("merchant.read"));
/** Moves nothing; a mutation because the address of a request is written into logs. */
const previews = operation(member("payout.create"));
const sends = operation(freshForMoney(member("payout.create")));

/** Of what paid an invoice, or a part of it, out of the balance. */
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

/** Of everything that a blocked wallet holds, to one address, once. */
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
 * Of the deposit of a case. The preview without an address also says where it would go by itself.
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

/** What goes back to payers, by what it is a refund of. */
export const refunds = router({ invoice, wallet, case: ofCase });
