import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { WalletList } from "@/components/money-in/wallets/wallet-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { listChoices, readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { walletFilterQuery } from "@/lib/money-in/static-wallets/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Static wallets" };

type WalletsPageProps = { searchParams: SearchParams };

export default async function WalletsPage({ searchParams }: WalletsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(walletFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...rpc.wallets.list.infiniteQueryOptions(filter),
      queryFn: () => listWallets(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "wallet.change");
  return (
    <>
      <PageHeader
        title="Static wallets"
        description="Permanent addresses. Every payment to one is credited automatically."
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
