import { listAudit } from "@/lib/audit/queries";
import { auditPageView, auditQuery } from "@/lib/audit/schema";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: operator(),
  input: auditQuery,
  output: auditPageView,
  handle: ({ input }) => listAudit("operator", input),
});
