import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HotWallets } from "@/components/operator/treasury/hot-wallets";
import { SweepList } from "@/components/operator/treasury/sweep-list";
import { PageHeader } from "@/components/ui/page-header";
import { listHotWallets } from "@/lib/fronts/admin/hot-wallets-queries";
import { listSweeps } from "@/lib/fronts/admin/sweeps-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Hot wallets" };

export default async function HotWalletsPage() {
  await requireOperator();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...rpc.operator.hotWallets.list.queryOptions(), queryFn: () => listHotWallets() }),
    queries.prefetchInfiniteQuery({
      ...rpc.operator.sweeps.list.infiniteQueryOptions({}),
      queryFn: () => listSweeps({}),
    }),
  ]);
  return (
    <>
      <PageHeader
        title="Hot wallets"
        description="Funds for payouts, deposits still to be swept, and balances for network fees. Figures come from the books, not from the nodes."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          <HotWallets />
          <SweepList />
        </div>
      </HydrationBoundary>
    </>
  );
}
