import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CapitalCard } from "@/components/operator/treasury/capital-card";
import { CapitalEntries } from "@/components/operator/treasury/capital-entries";
import { TreasuryActions } from "@/components/operator/treasury/treasury-actions";
import { WithdrawalList } from "@/components/operator/treasury/withdrawal-list";
import { DownloadLink } from "@/components/ui/download-link";
import { PageHeader } from "@/components/ui/page-header";
import { listCapitalEntries, readCapital } from "@/lib/fronts/admin/capital-queries";
import { listCoins, listNetworkServices, listWithdrawals } from "@/lib/fronts/admin/withdrawals-queries";
import { journalPaths } from "@/lib/fronts/client/files";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Treasury" };

export default async function TreasuryPage() {
  await requireOperator();
  const queries = createQueryClient();
  const [services, coins] = await Promise.all([
    listNetworkServices(),
    listCoins(),
    queries.prefetchQuery({ ...rpc.operator.capital.sums.queryOptions(), queryFn: () => readCapital() }),
    queries.prefetchInfiniteQuery({
      ...rpc.operator.capital.entries.infiniteQueryOptions({}),
      queryFn: () => listCapitalEntries({}),
    }),
    queries.prefetchInfiniteQuery({
      ...rpc.operator.withdrawals.list.infiniteQueryOptions({}),
      queryFn: () => listWithdrawals({}),
    }),
  ]);
  const offered = new Set(services.flatMap(({ currencies }) => currencies));
  return (
    <>
      <PageHeader
        title="Treasury"
        description="The gateway's own funds: capital, earned fees and network costs."
        actions={
          <>
            <DownloadLink href={journalPaths.installation()}>Journal</DownloadLink>
            <TreasuryActions currencies={coins.filter((code) => offered.has(code))} services={services} />
          </>
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          <CapitalCard />
          <WithdrawalList />
          <CapitalEntries />
        </div>
      </HydrationBoundary>
    </>
  );
}
