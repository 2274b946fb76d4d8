import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { refundCaseFromForm } from "@/lib/refunds/dashboard-cases";
import { listCaseRefunds } from "@/lib/refunds/dashboard-queries";
import { caseRefundsView, refundHeldForm } from "@/lib/refunds/dashboard-schema";

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
