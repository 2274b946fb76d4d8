import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { exportAudit } from "@/lib/fronts/dashboard/export-audit";
import { member } from "@/lib/fronts/dashboard/gates";
import { auditFilter } from "@/lib/kernel/audit-log/schema";

export const GET = downloadEndpoint({
  access: member("audit.read"),
  input: auditFilter,
  handle: ({ member: { merchantId }, input, now }) => exportAudit({ merchantId }, input, now),
});
