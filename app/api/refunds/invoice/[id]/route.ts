import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { refundPaymentFromForm } from "@/lib/refunds/dashboard-commands";
import { listInvoiceRefunds } from "@/lib/refunds/dashboard-queries";
import { invoiceRefundsView, refundPaymentForm } from "@/lib/refunds/dashboard-schema";

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
