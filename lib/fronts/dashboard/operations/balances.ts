import { freshForMoney, member, person } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { listCounts } from "@/lib/kernel/paging/tab-counts-schema";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery, statementView } from "@/lib/ledger/statements/schema";
import { createTransfer } from "@/lib/money-out/transfers/create-transfer";
import { countTransfers, listTransfers, listTransferWallets } from "@/lib/money-out/transfers/dashboard-queries";
import {
  transferFilterQuery,
  transferForm,
  transferListQuery,
  transferPageView,
  transferWalletsView,
} from "@/lib/money-out/transfers/dashboard-schema";
import { walletListView } from "@/lib/people/merchants/wallet-schema";
import { listPersonalWallets, listWallets } from "@/lib/people/settings/settings-queries";

export const transfers = router({
  list: operation(member("merchant.read"))
    .input(transferListQuery)
    .output(transferPageView)
    .query(({ ctx: { member }, input }) => listTransfers(member.merchantId, input)),

  /** Counts of the list's tabs, for the filter otherwise set. */
  counts: operation(member("merchant.read"))
    .input(transferFilterQuery)
    .output(listCounts)
    .query(({ ctx: { member }, input }) => countTransfers(member.merchantId, input)),

  /** The source and destination wallets of a transfer. */
  wallets: operation(member("merchant.read"))
    .output(transferWalletsView)
    .query(({ ctx: { member } }) => listTransferWallets(member.merchantId, member.session.user.id)),

  /** Transfers money between the business wallet and the owner's personal wallet. */
  create: operation(freshForMoney(member("payout.create")))
    .input(transferForm)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      await createTransfer({ ...input, merchantId: member.merchantId, actorId: member.session.user.id });
      return {};
    }),
});

export const balances = router({
  business: operation(member("merchant.read"))
    .output(walletListView)
    .query(({ ctx: { member } }) => listWallets(member.merchantId)),

  businessStatement: operation(member("merchant.read"))
    .input(statementQuery)
    .output(statementView)
    .query(({ ctx: { member }, input }) => readStatement({ merchantId: member.merchantId }, input)),

  /** The signed-in user's own personal wallet. */
  personal: operation(person())
    .output(walletListView)
    .query(({ ctx: { session } }) => listPersonalWallets(session.user.id)),

  personalStatement: operation(person())
    .input(statementQuery)
    .output(statementView)
    .query(({ ctx: { session }, input }) => readStatement({ userId: session.user.id }, input)),
});
