import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { listTransfers, listTransferWallets } from "@/lib/money-out/transfers/dashboard-queries";
import {
  transferForm,
  transferListQuery,
  transferPageView,
  transferWalletsView,
} from "@/lib/money-out/transfers/dashboard-schema";
import { orderTransfer } from "@/lib/money-out/transfers/order-transfer";

export const transfers = router({
  list: operation(member("merchant.read"))
    .input(transferListQuery)
    .output(transferPageView)
    .query(({ ctx: { member }, input }) => listTransfers(member.merchantId, input)),

  /** The two wallets between which money moves. */
  wallets: operation(member("merchant.read"))
    .output(transferWalletsView)
    .query(({ ctx: { member } }) => listTransferWallets(member.merchantId, member.session.user.id)),

  /** Moves money between the business wallet and the owner's personal wallet. */
  create: operation(freshForMoney(member("payout.create")))
    .input(transferForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await orderTransfer({ ...input, merchantId: member.merchantId, actorId: member.session.user.id });
      return {};
    }),
});
