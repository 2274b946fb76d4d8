import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AuditLog } from "@/components/people/audit/audit-log";
import { Notice } from "@/components/ui/notice";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import type { SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { listNamedAudit } from "@/lib/fronts/dashboard/named-audit";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { listAuditPeople } from "@/lib/kernel/audit-log/queries";
import { auditFilter } from "@/lib/kernel/audit-log/schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, role } = await requireMember();
  if (!isAllowed(role, "audit.read"))
    return (
      <Notice tone="waiting">Your role can't view the audit log. Ask an owner or a manager of the merchant.</Notice>
    );
  const queries = createQueryClient();
  const viewer = { merchantId };
  const { data: filter } = auditFilter.safeParse(await searchParams);
  const [people] = await Promise.all([
    listAuditPeople(viewer),
    filter &&
      queries.prefetchInfiniteQuery({
        ...rpc.audit.list.infiniteQueryOptions(filter),
        queryFn: () => listNamedAudit(viewer, filter),
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AuditLog scope="merchant" people={people} />
    </HydrationBoundary>
  );
}
