import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { caseListQuery, casePageView } from "@/lib/exceptions/case-list/dashboard-schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: caseListQuery,
  output: casePageView,
  handle: ({ member: { merchantId }, input }) => listCases(merchantId, input),
});
