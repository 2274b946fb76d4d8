import { infiniteQueryOptions } from "@tanstack/react-query";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import { type AuditFilter, auditPageView } from "@/lib/kernel/audit-log/schema";

/** Whose log: of the merchant at work, or of the whole installation. */
export type AuditScope = "merchant" | "operator";

const PATHS = { merchant: "/api/audit", operator: "/api/operator/audit" } as const;

export const auditQueries = {
  list: (scope: AuditScope, filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: ["audit", scope, filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch(PATHS[scope], { ...filter, cursor: pageParam }), auditPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

/** Where the file of the same entries is. */
export function auditExport(scope: AuditScope, filter: AuditFilter): string {
  return withSearch(`${PATHS[scope]}/export`, filter);
}
