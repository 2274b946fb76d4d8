import { type InfiniteData, infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import { type AuditFilter, type AuditPage, auditPageView } from "@/lib/kernel/audit-log/schema";

/** Whose log: of the merchant at work, or of the whole installation. */
export type AuditScope = "merchant" | "operator";

const PATHS = { merchant: "/api/audit", operator: "/api/operator/audit" } as const;

export const auditQueries = {
  list: (scope: AuditScope, filter: AuditFilter) =>
    scope === "merchant" ? rpc.audit.list.infiniteQueryOptions(filter) : operatorList(filter),
};

const operatorList = (filter: AuditFilter) =>
  infiniteQueryOptions<AuditPage, Error, InfiniteData<AuditPage>, QueryKey, string | null>({
    queryKey: ["audit", "operator", filter],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(withSearch(PATHS.operator, { ...filter, cursor: pageParam }), auditPageView, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Where the file of the same entries is. */
export function auditExport(scope: AuditScope, filter: AuditFilter): string {
  return withSearch(`${PATHS[scope]}/export`, filter);
}
