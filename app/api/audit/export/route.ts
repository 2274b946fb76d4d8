import { exportAudit } from "@/lib/audit/export-audit";
import { auditFilter } from "@/lib/audit/schema";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";

export const GET = downloadEndpoint({
  access: member("audit.read"),
  input: auditFilter,
  handle: ({ member: { merchantId }, input, now }) => exportAudit({ merchantId }, input, now),
});
