import { exportAudit } from "@/lib/audit/export-audit";
import { auditFilter } from "@/lib/audit/schema";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { operator } from "@/lib/dashboard/gates";

export const GET = downloadEndpoint({
  access: operator(),
  input: auditFilter,
  handle: ({ input, now }) => exportAudit("operator", input, now),
});
