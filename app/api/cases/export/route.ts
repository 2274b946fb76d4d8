import { caseFilterQuery } from "@/lib/cases/dashboard-schema";
import { exportCases } from "@/lib/cases/export-cases";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";

/** The list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: caseFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportCases(merchantId, input, now),
});
