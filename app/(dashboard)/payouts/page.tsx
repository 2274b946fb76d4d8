import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { FileSpreadsheet, Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { PayoutTabs } from "@/components/payouts/payout-tabs";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { payoutQueries } from "@/lib/client/payouts";
import { createQueryClient } from "@/lib/client/query-client";
import { reviewQueries } from "@/lib/client/reviews";
import { routes } from "@/lib/client/routes";
import { listChoices } from "@/lib/dashboard/list-choices";
import { readListFilter, type SearchParams } from "@/lib/dashboard/list-filter";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerOf } from "@/lib/dashboard/viewer";
import { isAllowed } from "@/lib/merchants/role";
import { listPayoutRows } from "@/lib/payouts/dashboard-queries";
import { listOpenReviews } from "@/lib/payouts/dashboard-reviews";
import { payoutFilterQuery } from "@/lib/payouts/dashboard-schema";

export const metadata: Metadata = { title: "Payouts" };

type PayoutsPageProps = { searchParams: SearchParams };

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const member = await requireMember();
  const { merchantId, role } = member;
  const queries = createQueryClient();
  const filter = await readListFilter(payoutFilterQuery, searchParams);
  const reviews = await listOpenReviews(merchantId, viewerOf(member));
  queries.setQueryData(reviewQueries.open().queryKey, reviews);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...payoutQueries.list(filter),
      queryFn: () => listPayoutRows(merchantId, filter),
    });
  }
  const mayPayOut = isAllowed(role, "payout.create");
  return (
    <>
      <PageHeader
        title="Payouts"
        description="Coins on their way from your balance to addresses outside."
        actions={
          <>
            <Button asChild>
              <Link href={routes.payoutBatches()}>
                <FileSpreadsheet aria-hidden className="size-4" />
                By file
              </Link>
            </Button>
            {mayPayOut && (
              <ButtonLink href={routes.newPayout()} icon={Send}>
                Pay out
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
