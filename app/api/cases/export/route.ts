import { caseFilterQuery } from "@/lib/exceptions/case-list/dashboard-schema";
import { exportCases } from "@/lib/exceptions/case-list/export-cases";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";

/** Exports the list as a file, with the same filter. */
export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: caseFilterQuery,
  handle: async ({ member: { merchantId }, input, now }) => exportCases(merchantId, input, now),
});
