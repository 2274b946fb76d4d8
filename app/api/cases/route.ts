import { listCases } from "@/lib/cases/dashboard-queries";
import { caseListQuery, casePageView } from "@/lib/cases/dashboard-schema";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: caseListQuery,
  output: casePageView,
  handle: ({ member: { merchantId }, input }) => listCases(merchantId, input),
});
