import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Transfers } from "@/components/transfers/transfers";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/client/query-client";
import { transferQueries } from "@/lib/client/transfers";
import { listChoices } from "@/lib/dashboard/list-choices";
import { readListFilter, type SearchParams } from "@/lib/dashboard/list-filter";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listTransfers, listTransferWallets } from "@/lib/transfers/dashboard-queries";
import { transferFilterQuery } from "@/lib/transfers/dashboard-schema";

export const metadata: Metadata = { title: "Transfers" };

export default async function TransfersPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, role, session } = await requireMember();
  const queries = createQueryClient();
  const wallets = () => listTransferWallets(merchantId, session.user.id);
  const filter = await readListFilter(transferFilterQuery, searchParams);
  const [{ coins }] = await Promise.all([
    listChoices(),
    queries.prefetchQuery({ ...transferQueries.wallets(), queryFn: wallets }),
    filter &&
      queries.prefetchInfiniteQuery({
        ...transferQueries.history(filter),
        queryFn: () => listTransfers(merchantId, filter),
      }),
  ]);
  return (
    <>
      <PageHeader title="Transfers" description="Between the business wallet and the owner’s personal wallet." />
      <HydrationBoundary state={dehydrate(queries)}>
        <Transfers mayMove={isAllowed(role, "payout.create")} coins={coins} />
      </HydrationBoundary>
    </>
  );
}
