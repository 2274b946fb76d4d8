import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Analytics } from "@/components/analytics/analytics";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/client/query-client";
import type { SearchParams } from "@/lib/dashboard/list-filter";
import { prefetchFigures } from "@/lib/dashboard/prefetch-figures";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerZone } from "@/lib/dashboard/viewer-zone";

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
