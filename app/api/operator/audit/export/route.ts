import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { exportAudit } from "@/lib/fronts/dashboard/export-audit";
import { operator } from "@/lib/fronts/dashboard/gates";
import { auditFilter } from "@/lib/kernel/audit-log/schema";

export const GET = downloadEndpoint({
  access: operator(),
  input: auditFilter,
  handle: ({ input, now }) => exportAudit("operator", input, now),
});
