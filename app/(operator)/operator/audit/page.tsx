import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AuditLog } from "@/components/people/audit/audit-log";
import { PageHeader } from "@/components/ui/page-header";
import { auditQueries } from "@/lib/fronts/client/files";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import type { SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { listNamedAudit } from "@/lib/fronts/dashboard/named-audit";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { listAuditPeople } from "@/lib/kernel/audit-log/queries";
import { auditFilter } from "@/lib/kernel/audit-log/schema";

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
        queryFn: () => listNamedAudit("operator", filter),
      }),
  ]);
  return (
    <>
      <PageHeader title="Audit log" description="All changes to merchants and to the installation." />
      <HydrationBoundary state={dehydrate(queries)}>
        <AuditLog scope="operator" people={people} />
      </HydrationBoundary>
    </>
  );
}
