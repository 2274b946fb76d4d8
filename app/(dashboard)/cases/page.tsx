import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CaseList } from "@/components/cases/case-list";
import { PageHeader } from "@/components/ui/page-header";
import { listCases } from "@/lib/cases/dashboard-queries";
import { caseListQuery } from "@/lib/cases/dashboard-schema";
import { caseQueries } from "@/lib/client/cases";
import { createQueryClient } from "@/lib/client/query-client";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";

export const metadata: Metadata = { title: "Cases" };

type CasesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CasesPage({ searchParams }: CasesPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const parsed = caseListQuery.pick({ status: true }).safeParse(await searchParams);
  if (parsed.success) {
    const first = () => listCases(merchantId, parsed.data);
    await queries.prefetchInfiniteQuery({ ...caseQueries.list(parsed.data), queryFn: first });
  }
  return (
    <>
      <PageHeader title="Cases" description="Payments that came, but not as an invoice asked for. You decide." />
      <HydrationBoundary state={dehydrate(queries)}>
        <CaseList mayDecide={isAllowed(role, "case.decide")} mayPayOut={isAllowed(role, "payout.create")} />
      </HydrationBoundary>
    </>
  );
}
