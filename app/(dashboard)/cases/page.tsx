import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CaseList } from "@/components/cases/case-list";
import { PageHeader } from "@/components/ui/page-header";
import { listCases } from "@/lib/cases/dashboard-queries";
import { caseFilterQuery } from "@/lib/cases/dashboard-schema";
import { caseQueries } from "@/lib/client/cases";
import { createQueryClient } from "@/lib/client/query-client";
import { refundRequestQueries } from "@/lib/client/refund-requests";
import { listChoices } from "@/lib/dashboard/list-choices";
import { readListFilter, type SearchParams } from "@/lib/dashboard/list-filter";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listOpenRequests } from "@/lib/refund-requests/dashboard-queries";

export const metadata: Metadata = { title: "Cases" };

type CasesPageProps = { searchParams: SearchParams };

export default async function CasesPage({ searchParams }: CasesPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(caseFilterQuery, searchParams);
  if (filter !== null) {
    const first = () => listCases(merchantId, filter);
    await queries.prefetchInfiniteQuery({ ...caseQueries.list(filter), queryFn: first });
    // It stands above the cases: coming later it would push them down under a finger.
    const wishes = () => listOpenRequests(merchantId);
    await queries.prefetchQuery({ ...refundRequestQueries.list(null), queryFn: wishes });
  }
  return (
    <>
      <PageHeader title="Cases" description="Payments that came, but not as an invoice asked for. You decide." />
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
