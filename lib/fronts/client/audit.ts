import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { AuditFilter } from "@/lib/kernel/audit-log/schema";

/** Whose log: of the merchant at work, or of the whole installation. */
export type AuditScope = "merchant" | "operator";

const PATHS = { merchant: "/api/audit", operator: "/api/operator/audit" } as const;

export const auditQueries = {
  list: (scope: AuditScope, filter: AuditFilter) =>
    scope === "operator"
      ? rpc.operator.audit.list.infiniteQueryOptions(filter)
      : rpc.audit.list.infiniteQueryOptions(filter),
};

/** Where the file of the same entries is. */
export function auditExport(scope: AuditScope, filter: AuditFilter): string {
  return withSearch(`${PATHS[scope]}/export`, filter);
}
