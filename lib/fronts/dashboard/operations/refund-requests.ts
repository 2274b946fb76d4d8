import { listInvoiceRequests, previewRequest } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { decideRefundRequest } from "@/lib/exceptions/refund-requests/decide-refund-request";
import { decideRequestForm, refundRequestList } from "@/lib/exceptions/refund-requests/schema";
import { refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
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
