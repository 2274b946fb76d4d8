import { z } from "zod";
import { refundCaseFromForm } from "@/lib/exceptions/refunds/dashboard-cases";
import { listCaseRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import { caseRefundsView, refundHeldForm } from "@/lib/exceptions/refunds/dashboard-schema";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: caseRefundsView,
  handle: ({ member, input }) => listCaseRefunds(member.merchantId, input.id, viewerOf(member)),
});

/** Sends the deposit of a case back. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: refundHeldForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await refundCaseFromForm(merchantId, session.user.id, input);
    return {};
  },
});
