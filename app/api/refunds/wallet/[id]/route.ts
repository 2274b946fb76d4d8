import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { refundWalletFromForm } from "@/lib/refunds/dashboard-commands";
import { listWalletRefunds } from "@/lib/refunds/dashboard-queries";
import { refundHeldForm, walletRefundsView } from "@/lib/refunds/dashboard-schema";

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
