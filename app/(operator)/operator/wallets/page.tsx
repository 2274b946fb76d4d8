import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HotWallets } from "@/components/operator/hot-wallets";
import { SweepList } from "@/components/operator/sweep-list";
import { PageHeader } from "@/components/ui/page-header";
import { hotWalletQueries } from "@/lib/client/operator-wallets";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listHotWallets } from "@/lib/operations/hot-wallets-queries";
import { listSweeps } from "@/lib/operations/sweeps-queries";

export const metadata: Metadata = { title: "Hot wallets" };

export default async function HotWalletsPage() {
  await requireOperator();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...hotWalletQueries.wallets(), queryFn: () => listHotWallets() }),
    queries.prefetchInfiniteQuery({ ...hotWalletQueries.sweeps(), queryFn: () => listSweeps({}) }),
  ]);
  return (
    <>
      <PageHeader
        title="Hot wallets"
        description="What payouts are sent from, what is still to be gathered, and what pays the networks' fees. By the books, not by asking the nodes."
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
