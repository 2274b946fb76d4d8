import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { WalletList } from "@/components/wallets/wallet-list";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { walletQueries } from "@/lib/client/wallets";
import { listChoices } from "@/lib/dashboard/list-choices";
import { readListFilter, type SearchParams } from "@/lib/dashboard/list-filter";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listWallets } from "@/lib/wallets/dashboard-queries";
import { walletFilterQuery } from "@/lib/wallets/dashboard-schema";

export const metadata: Metadata = { title: "Static wallets" };

type WalletsPageProps = { searchParams: SearchParams };

export default async function WalletsPage({ searchParams }: WalletsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(walletFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...walletQueries.list(filter),
      queryFn: () => listWallets(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "wallet.change");
  return (
    <>
      <PageHeader
        title="Static wallets"
        description="Lasting addresses. Every payment to one is credited by itself."
        actions={
          mayCreate && (
            <ButtonLink href={routes.newWallet()} icon={Plus}>
              New static wallet
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <WalletList mayCreate={mayCreate} choices={await listChoices()} />
      </HydrationBoundary>
    </>
  );
}
