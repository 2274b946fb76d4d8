import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { PageHeader } from "@/components/ui/page-header";
import { listAudit, listAuditPeople } from "@/lib/audit/queries";
import { auditFilter } from "@/lib/audit/schema";
import { auditQueries } from "@/lib/client/audit";
import { createQueryClient } from "@/lib/client/query-client";
import type { SearchParams } from "@/lib/dashboard/list-filter";
import { requireOperator } from "@/lib/dashboard/require-member";

export const metadata: Metadata = { title: "Audit log" };

export default async function OperatorAuditPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const queries = createQueryClient();
  const { data: filter } = auditFilter.safeParse(await searchParams);
  const [people] = await Promise.all([
    listAuditPeople("operator"),
    filter &&
      queries.prefetchInfiniteQuery({
        ...auditQueries.list("operator", filter),
        queryFn: () => listAudit("operator", filter),
      }),
  ]);
  return (
    <>
      <PageHeader title="Audit log" description="Who changed what, of every merchant and of the installation." />
      <HydrationBoundary state={dehydrate(queries)}>
        <AuditLog scope="operator" people={people} />
      </HydrationBoundary>
    </>
  );
}
