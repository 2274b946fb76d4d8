import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { listAudit } from "@/lib/kernel/audit-log/queries";
import { auditPageView, auditQuery } from "@/lib/kernel/audit-log/schema";

export const GET = sessionEndpoint({
  access: member("audit.read"),
  input: auditQuery,
  output: auditPageView,
  handle: ({ member: { merchantId }, input }) => listAudit({ merchantId }, input),
});
