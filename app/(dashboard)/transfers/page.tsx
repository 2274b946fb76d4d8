import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Transfers } from "@/components/money-out/transfers/transfers";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { listChoices, readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { listTransfers, listTransferWallets } from "@/lib/money-out/transfers/dashboard-queries";
import { transferFilterQuery } from "@/lib/money-out/transfers/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Transfers" };

export default async function TransfersPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, role, session } = await requireMember();
  const queries = createQueryClient();
  const wallets = () => listTransferWallets(merchantId, session.user.id);
  const filter = await readListFilter(transferFilterQuery, searchParams);
  const [{ coins }] = await Promise.all([
    listChoices(),
    queries.prefetchQuery({ ...rpc.transfers.wallets.queryOptions(), queryFn: wallets }),
    filter &&
      queries.prefetchInfiniteQuery({
        ...rpc.transfers.list.infiniteQueryOptions(filter),
        queryFn: () => listTransfers(merchantId, filter),
      }),
  ]);
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Move money between the business wallet and the owner’s personal wallet."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Transfers mayMove={isAllowed(role, "payout.create")} coins={coins} />
      </HydrationBoundary>
    </>
  );
}
