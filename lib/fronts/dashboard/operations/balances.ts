import { member, person } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery, statementView } from "@/lib/ledger/statements/schema";
import { walletListView } from "@/lib/people/merchants/wallet-schema";
import { listPersonalWallets, listWallets } from "@/lib/people/settings/settings-queries";

export const balances = router({
  business: operation(member("merchant.read"))
    .output(walletListView)
    .query(({ ctx: { member } }) => listWallets(member.merchantId)),

  businessStatement: operation(member("merchant.read"))
    .input(statementQuery)
    .output(statementView)
    .query(({ ctx: { member }, input }) => readStatement({ merchantId: member.merchantId }, input)),

  /** Of whoever is signed in, and of nobody else. */
  personal: operation(person())
    .output(walletListView)
    .query(({ ctx: { session } }) => listPersonalWallets(session.user.id)),

  personalStatement: operation(person())
    .input(statementQuery)
    .output(statementView)
    .query(({ ctx: { session }, input }) => readStatement({ userId: session.user.id }, input)),
});
