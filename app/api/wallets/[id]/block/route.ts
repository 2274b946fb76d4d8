import { z } from "zod";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { blockWalletForm } from "@/lib/money-in/static-wallets/dashboard-schema";

/** Blocks a static wallet for good. */
export const POST = sessionEndpoint({
  access: freshForMoney(member("wallet.change")),
  input: blockWalletForm,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    const asked = { uuid: input.id, order_id: null, is_force_refund: input.isForceRefund };
    await blockWallet(merchantId, asked, session.user.id);
    return {};
  },
});
