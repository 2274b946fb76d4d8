import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { operator } from "@/lib/fronts/dashboard/gates";
import { exportAudit } from "@/lib/kernel/audit-log/export-audit";
import { auditFilter } from "@/lib/kernel/audit-log/schema";

export const GET = downloadEndpoint({
  access: operator(),
  input: auditFilter,
  handle: ({ input, now }) => exportAudit("operator", input, now),
});
