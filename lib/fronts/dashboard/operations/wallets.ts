import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWalletFromForm } from "@/lib/money-in/static-wallets/create-wallet";
import { getWalletDetail, listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import {
  blockWalletForm,
  newWalletInput,
  walletDetailView,
  walletListQuery,
  walletPageView,
} from "@/lib/money-in/static-wallets/dashboard-schema";

/** Static wallets. */
export const wallets = router({
  list: operation(member("merchant.read"))
    .input(walletListQuery)
    .output(walletPageView)
    .query(({ ctx: { member }, input }) => listWallets(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(walletDetailView)
    .query(({ ctx: { member }, input }) => getWalletDetail(member.merchantId, input.id)),

  create: operation(member("wallet.change"))
    .input(newWalletInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createWalletFromForm({ merchantId, actorId: session.user.id }, input);
    }),

  /** Blocks a static wallet for good. */
  block: operation(freshForMoney(member("wallet.change")))
    .input(blockWalletForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const asked = { uuid: input.id, order_id: null, is_force_refund: input.isForceRefund };
      await blockWallet(member.merchantId, asked, member.session.user.id);
      return {};
    }),
});
