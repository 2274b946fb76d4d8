import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CaseList } from "@/components/exceptions/cases/case-list";
import { PageHeader } from "@/components/ui/page-header";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { caseFilterQuery } from "@/lib/exceptions/case-list/dashboard-schema";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { listChoices, readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Cases" };

type CasesPageProps = { searchParams: SearchParams };

export default async function CasesPage({ searchParams }: CasesPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(caseFilterQuery, searchParams);
  if (filter !== null) {
    const first = () => listCases(merchantId, filter);
    await queries.prefetchInfiniteQuery({ ...rpc.cases.list.infiniteQueryOptions(filter), queryFn: first });
  }
  return (
    <>
      <PageHeader title="Cases" description="Unmatched payments and refund requests that need your decision." />
      <HydrationBoundary state={dehydrate(queries)}>
        <CaseList
          mayDecide={isAllowed(role, "case.decide")}
          mayPayOut={isAllowed(role, "payout.create")}
          choices={await listChoices()}
        />
      </HydrationBoundary>
    </>
  );
}
