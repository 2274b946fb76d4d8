import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Operations } from "@/components/operator/operations";
import { PageHeader } from "@/components/ui/page-header";
import { operationsQuery } from "@/lib/client/operations";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { readOperations } from "@/lib/operations/queries";

export const metadata: Metadata = { title: "Installation" };

export default async function OperatorPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...operationsQuery(), queryFn: () => readOperations(new Date()) });
  return (
    <>
      <PageHeader
        title="Installation"
        description="What is wrong, what waits for you, and how networks and workers are."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Operations />
      </HydrationBoundary>
    </>
  );
}
