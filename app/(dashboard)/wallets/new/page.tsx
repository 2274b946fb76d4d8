import type { Metadata } from "next";
import { NewWalletForm } from "@/components/money-in/wallets/new-wallet-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New static wallet" };

export default async function NewWalletPage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.wallets(), label: "Static wallets" }}
      title="New static wallet"
      description="A permanent address for one coin on one network, for example one for each customer."
      needs="wallet.change"
      objects="static wallets"
      isNarrow
    >
      {isAllowed(role, "wallet.change") && <NewWalletForm coins={(await listInvoiceOptions(merchantId)).coins} />}
    </NewPage>
  );
}
