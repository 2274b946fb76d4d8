import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HeldDeposits } from "@/components/operator/cases/held-deposits";
import { ScreeningLists } from "@/components/operator/screening/screening-lists";
import { ScreeningReviews } from "@/components/operator/screening/screening-reviews";
import { PageHeader } from "@/components/ui/page-header";
import { listOperatorCases, listScreeningReviews } from "@/lib/fronts/admin/cases-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { listScreeningLists } from "@/lib/people/screening/lists";

export const metadata: Metadata = { title: "Screening" };

const HELD = { group: "locked", status: "open" } as const;

export default async function ScreeningPage() {
  await requireOperator();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...rpc.operator.screening.reviews.queryOptions(), queryFn: () => listScreeningReviews() }),
    queries.prefetchQuery({ ...rpc.operator.screening.lists.queryOptions(), queryFn: () => listScreeningLists() }),
    queries.prefetchInfiniteQuery({
      ...rpc.operator.cases.list.infiniteQueryOptions(HELD),
      queryFn: () => listOperatorCases(HELD),
    }),
  ]);
  return (
    <>
      <PageHeader
        title="Screening"
        description="Deposits from listed addresses are held, and payouts to listed addresses wait, until you decide."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          <ScreeningReviews />
          <HeldDeposits />
          <ScreeningLists />
        </div>
      </HydrationBoundary>
    </>
  );
}
