import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HeldDeposits } from "@/components/operator/held-deposits";
import { ScreeningLists } from "@/components/operator/screening-lists";
import { ScreeningReviews } from "@/components/operator/screening-reviews";
import { PageHeader } from "@/components/ui/page-header";
import { operatorCaseQueries } from "@/lib/client/operator-cases";
import { screeningQueries } from "@/lib/client/operator-screening";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listOperatorCases } from "@/lib/operations/cases-queries";
import { listScreeningReviews } from "@/lib/operations/screening-queries";
import { listScreeningLists } from "@/lib/screening/list-lists";

export const metadata: Metadata = { title: "Screening" };

const HELD = { group: "locked", status: "open" } as const;

export default async function ScreeningPage() {
  await requireOperator();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...screeningQueries.reviews(), queryFn: () => listScreeningReviews() }),
    queries.prefetchQuery({ ...screeningQueries.lists(), queryFn: () => listScreeningLists() }),
    queries.prefetchInfiniteQuery({ ...operatorCaseQueries.list(HELD), queryFn: () => listOperatorCases(HELD) }),
  ]);
  return (
    <>
      <PageHeader
        title="Screening"
        description="Whom a list names: what they send is held, what goes to them waits, until you decide."
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
