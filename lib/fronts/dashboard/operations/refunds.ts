import { previewRefundOfCase, refundCaseFromForm } from "@/lib/exceptions/refunds/dashboard-cases";
import {
  previewPaymentRefund,
  previewWalletRefund,
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
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";

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

/** Of the deposit of a case. The preview without an address also says where it would go by itself. */
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
