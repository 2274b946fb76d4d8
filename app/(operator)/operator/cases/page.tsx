import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OperatorCaseList } from "@/components/operator/cases/operator-case-list";
import { PageHeader } from "@/components/ui/page-header";
import { listOperatorCases } from "@/lib/fronts/admin/cases-queries";
import { operatorCaseListQuery } from "@/lib/fronts/admin/cases-schema";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Cases" };

type CasesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function OperatorCasesPage({ searchParams }: CasesPageProps) {
  await requireOperator();
  const queries = createQueryClient();
  const parsed = operatorCaseListQuery.omit({ cursor: true }).safeParse(await searchParams);
  if (parsed.success) {
    await queries.prefetchInfiniteQuery({
      ...rpc.operator.cases.list.infiniteQueryOptions(parsed.data),
      queryFn: () => listOperatorCases(parsed.data),
    });
  }
  return (
    <>
      <PageHeader
        title="Cases"
        description="Payments that only you can resolve: payments to unassigned addresses and payments held by screening."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <OperatorCaseList />
      </HydrationBoundary>
    </>
  );
}
