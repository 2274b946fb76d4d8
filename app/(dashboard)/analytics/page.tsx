import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchFigures } from "@/app/(dashboard)/prefetch-figures";
import { Analytics } from "@/components/fronts/analytics/analytics";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { type SearchParams, viewerZone } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, merchantName } = await requireMember();
  const zone = await viewerZone();
  const queries = createQueryClient();
  await prefetchFigures(queries, { merchantId, zone, searchParams });
  return (
    <>
      <PageHeader title="Analytics" description={merchantName} />
      <HydrationBoundary state={dehydrate(queries)}>
        <Analytics zone={zone} />
      </HydrationBoundary>
    </>
  );
}
