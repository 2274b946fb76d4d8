import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CaseList } from "@/components/cases/case-list";
import { Operations } from "@/components/operator/operations";
import { PageHeader } from "@/components/ui/page-header";
import { operationsQuery } from "@/lib/client/operations";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listMerchantNames } from "@/lib/merchants/settings-queries";
import { readOperations } from "@/lib/operations/queries";

export const metadata: Metadata = { title: "Installation" };

export default async function OperatorPage() {
  await requireOperator();
  const queries = createQueryClient();
  const [merchants] = await Promise.all([
    listMerchantNames(),
    queries.prefetchQuery({ ...operationsQuery(), queryFn: () => readOperations(new Date()) }),
  ]);
  return (
    <>
      <PageHeader title="Installation" description="Networks, workers and what needs the operator." />
      <HydrationBoundary state={dehydrate(queries)}>
        <Operations />
        <section aria-labelledby="cases" className="mt-8">
          <h2 id="cases" className="mb-3 text-figure font-semibold tracking-tight">
            Payments that belong to nobody
          </h2>
          <CaseList scope="operator" mayDecide merchants={merchants} />
        </section>
      </HydrationBoundary>
    </>
  );
}
