import { listAudit } from "@/lib/audit/queries";
import { auditPageView, auditQuery } from "@/lib/audit/schema";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("audit.read"),
  input: auditQuery,
  output: auditPageView,
  handle: ({ member: { merchantId }, input }) => listAudit({ merchantId }, input),
});
