import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { PayoutTabs } from "@/components/payouts/payout-tabs";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { payoutQueries } from "@/lib/client/payouts";
import { createQueryClient } from "@/lib/client/query-client";
import { reviewQueries } from "@/lib/client/reviews";
import { routes } from "@/lib/client/routes";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerOf } from "@/lib/dashboard/viewer";
import { isAllowed } from "@/lib/merchants/role";
import { listPayoutRows } from "@/lib/payouts/dashboard-queries";
import { listOpenReviews } from "@/lib/payouts/dashboard-reviews";
import { payoutListQuery } from "@/lib/payouts/dashboard-schema";

export const metadata: Metadata = { title: "Payouts" };

type PayoutsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const member = await requireMember();
  const { merchantId, role } = member;
  const queries = createQueryClient();
  const parsed = payoutListQuery.pick({ status: true, q: true }).safeParse(await searchParams);
  const reviews = await listOpenReviews(merchantId, viewerOf(member));
  queries.setQueryData(reviewQueries.open().queryKey, reviews);
  if (parsed.success) {
    const { status, q } = parsed.data;
    const filter = { ...(status && { status }), ...(q && { q }) };
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
          mayPayOut && (
            <Button asChild variant="primary">
              <Link href={routes.newPayout()}>
                <Send aria-hidden className="size-4" />
                Pay out
              </Link>
            </Button>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <PayoutTabs mayPayOut={mayPayOut} />
      </HydrationBoundary>
    </>
  );
}
