import { z } from "zod";
import { refundWalletFromForm } from "@/lib/exceptions/refunds/dashboard-commands";
import { listWalletRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import { refundHeldForm, walletRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { viewerOf } from "@/lib/fronts/dashboard/viewer";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: walletRefundsView,
  handle: ({ member, input }) => listWalletRefunds(member.merchantId, input.id, viewerOf(member)),
});

/** Sends everything that a blocked wallet holds to one address, once. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: refundHeldForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await refundWalletFromForm(merchantId, session.user.id, input);
    return {};
  },
});
