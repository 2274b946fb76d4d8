import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OperatorCaseList } from "@/components/operator/operator-case-list";
import { PageHeader } from "@/components/ui/page-header";
import { operatorCaseQueries } from "@/lib/client/operator-cases";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listMerchantNames } from "@/lib/merchants/settings-queries";
import { listOperatorCases } from "@/lib/operations/cases-queries";

export const metadata: Metadata = { title: "Cases" };

const FIRST = { group: "unowned", status: "open" } as const;

export default async function OperatorCasesPage() {
  await requireOperator();
  const queries = createQueryClient();
  const [merchants] = await Promise.all([
    listMerchantNames(),
    queries.prefetchInfiniteQuery({ ...operatorCaseQueries.list(FIRST), queryFn: () => listOperatorCases(FIRST) }),
  ]);
  return (
    <>
      <PageHeader
        title="Cases"
        description="Payments that belong to nobody: credit them to a merchant, or send them back. What screening holds is on its own page."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <OperatorCaseList group="unowned" merchants={merchants} />
      </HydrationBoundary>
    </>
  );
}
