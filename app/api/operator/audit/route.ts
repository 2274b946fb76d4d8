import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { listAudit } from "@/lib/kernel/audit-log/queries";
import { auditPageView, auditQuery } from "@/lib/kernel/audit-log/schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: auditQuery,
  output: auditPageView,
  handle: ({ input }) => listAudit("operator", input),
});
