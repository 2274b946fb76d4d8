import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { prefetchFigures } from "@/app/(dashboard)/prefetch-figures";
import { Overview } from "@/components/fronts/overview/overview";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { type SearchParams, viewerZone } from "@/lib/fronts/dashboard/list-filter";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, merchantName, role, session } = await requireMember();
  const { isOperator } = session.user;
  const mayCreate = isAllowed(role, "invoice.create");
  const zone = await viewerZone();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({
      ...rpc.overview.read.queryOptions(),
      queryFn: () => readOverview({ merchantId, isOperator }, new Date()),
    }),
    prefetchFigures(queries, { merchantId, zone, searchParams }),
  ]);
  return (
    <>
      <PageHeader
        title="Overview"
        description={merchantName}
        actions={
          mayCreate && (
            <ButtonLink href={routes.newInvoice()} icon={Plus}>
              New invoice
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Overview zone={zone} role={role} />
      </HydrationBoundary>
    </>
  );
}
