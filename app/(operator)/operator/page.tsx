import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Operations } from "@/components/operator/overview/operations";
import { PageHeader } from "@/components/ui/page-header";
import { readOperations } from "@/lib/fronts/admin/overview-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Installation" };

export default async function OperatorPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...rpc.operator.overview.queryOptions(), queryFn: () => readOperations(new Date()) });
  return (
    <>
      <PageHeader
        title="Installation"
        description="Issues, pending decisions, and the state of networks and workers."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Operations />
      </HydrationBoundary>
    </>
  );
}
