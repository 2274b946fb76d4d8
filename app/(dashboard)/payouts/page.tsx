import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { CalendarClock, FileSpreadsheet, Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { PayoutTabs } from "@/components/money-out/payouts/payout-tabs";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { viewerOf } from "@/lib/fronts/dashboard/current-session";
import { listChoices, readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { countPayouts, listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { listOpenReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { payoutFilterQuery } from "@/lib/money-out/payouts/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Payouts" };

type PayoutsPageProps = { searchParams: SearchParams };

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const member = await requireMember();
  const { merchantId, role } = member;
  const queries = createQueryClient();
  const filter = await readListFilter(payoutFilterQuery, searchParams);
  const reviews = await listOpenReviews(merchantId, viewerOf(member));
  queries.setQueryData(rpc.reviews.open.queryKey(), reviews);
  if (filter !== null) {
    const { sort: _sort, ...counted } = filter;
    await Promise.all([
      queries.prefetchInfiniteQuery({
        ...rpc.payouts.list.infiniteQueryOptions(filter),
        queryFn: () => listPayoutRows(merchantId, filter),
      }),
      queries.prefetchQuery({
        ...rpc.payouts.counts.queryOptions(counted),
        queryFn: () => countPayouts(merchantId, counted),
      }),
    ]);
  }
  const mayPayOut = isAllowed(role, "payout.create");
  return (
    <>
      <PageHeader
        title="Payouts"
        description="Coins sent from your balance to external addresses."
        actions={
          <>
            <Button asChild>
              <Link href={routes.settlement()}>
                <CalendarClock aria-hidden className="size-4" />
                Automatic settlement
              </Link>
            </Button>
            <Button asChild>
              <Link href={routes.payoutBatches()}>
                <FileSpreadsheet aria-hidden className="size-4" />
                Batch payouts
              </Link>
            </Button>
            {mayPayOut && (
              <ButtonLink href={routes.newPayout()} icon={Send}>
                New payout
              </ButtonLink>
            )}
          </>
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <PayoutTabs mayPayOut={mayPayOut} choices={await listChoices()} />
      </HydrationBoundary>
    </>
  );
}
