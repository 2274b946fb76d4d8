import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { createPayoutFromForm } from "@/lib/payouts/dashboard-form";
import { newPayoutInput } from "@/lib/payouts/dashboard-form-schema";
import { listPayoutRows } from "@/lib/payouts/dashboard-queries";
import { payoutListQuery, payoutPageView } from "@/lib/payouts/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: payoutListQuery,
  output: payoutPageView,
  handle: ({ member: { merchantId }, input }) => listPayoutRows(merchantId, input),
});

export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: newPayoutInput,
  output: z.object({ id: z.uuid() }),
  handle: ({ member: { merchantId, session }, input }) => createPayoutFromForm(merchantId, session.user.id, input),
});
