import { z } from "zod";
import { refundPaymentFromForm } from "@/lib/exceptions/refunds/dashboard-commands";
import { listInvoiceRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import { invoiceRefundsView, refundPaymentForm } from "@/lib/exceptions/refunds/dashboard-schema";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: invoiceRefundsView,
  handle: ({ member, input }) => listInvoiceRefunds(member.merchantId, input.id, viewerOf(member)),
});

/** Sends a payment, or a part of it, back. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: refundPaymentForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await refundPaymentFromForm(merchantId, session.user.id, input);
    return {};
  },
});
