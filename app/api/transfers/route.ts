import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listTransferWallets } from "@/lib/transfers/dashboard-queries";
import { transferForm, transferWalletsView } from "@/lib/transfers/dashboard-schema";
import { orderTransfer } from "@/lib/transfers/order-transfer";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: transferWalletsView,
  handle: ({ member: { merchantId, session } }) => listTransferWallets(merchantId, session.user.id),
});

/** Moves money between the business wallet and the owner's personal wallet. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("payout.create")),
  input: transferForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await orderTransfer({ ...input, merchantId, actorId: session.user.id });
    return {};
  },
});
