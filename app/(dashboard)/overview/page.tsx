import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { overviewQuery } from "@/lib/client/overview";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import type { SearchParams } from "@/lib/dashboard/list-filter";
import { readOverview } from "@/lib/dashboard/overview";
import { prefetchFigures } from "@/lib/dashboard/prefetch-figures";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerZone } from "@/lib/dashboard/viewer-zone";
import { isAllowed } from "@/lib/merchants/role";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, merchantName, role, session } = await requireMember();
  const { isOperator } = session.user;
  const mayCreate = isAllowed(role, "invoice.create");
  const zone = await viewerZone();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({
      ...overviewQuery(),
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
