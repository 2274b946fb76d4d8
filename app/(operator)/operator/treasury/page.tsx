import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CapitalCard } from "@/components/operator/capital-card";
import { CapitalEntries } from "@/components/operator/capital-entries";
import { TreasuryActions } from "@/components/operator/treasury-actions";
import { WithdrawalList } from "@/components/operator/withdrawal-list";
import { DownloadLink } from "@/components/ui/download-link";
import { PageHeader } from "@/components/ui/page-header";
import { capitalQueries } from "@/lib/client/operator-capital";
import { createQueryClient } from "@/lib/client/query-client";
import { journalPaths } from "@/lib/client/statements";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listCapitalEntries, readCapital } from "@/lib/operations/capital-queries";
import { listCoins, listNetworkServices } from "@/lib/operations/service-choices";
import { listWithdrawals } from "@/lib/operations/withdrawals-queries";

export const metadata: Metadata = { title: "Treasury" };

export default async function TreasuryPage() {
  await requireOperator();
  const queries = createQueryClient();
  const [services, coins] = await Promise.all([
    listNetworkServices(),
    listCoins(),
    queries.prefetchQuery({ ...capitalQueries.sums(), queryFn: () => readCapital() }),
    queries.prefetchInfiniteQuery({ ...capitalQueries.entries(), queryFn: () => listCapitalEntries({}) }),
    queries.prefetchInfiniteQuery({ ...capitalQueries.withdrawals(), queryFn: () => listWithdrawals({}) }),
  ]);
  const offered = new Set(services.flatMap(({ currencies }) => currencies));
  return (
    <>
      <PageHeader
        title="Treasury"
        description="The gateway's own money: what you put in, what it earned, what networks took."
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
