import { listOperatorCases } from "@/lib/fronts/admin/cases-queries";
import { operatorCaseListQuery, operatorCasePageView } from "@/lib/fronts/admin/cases-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Cases that belong to no merchant, or that screening holds. */
export const GET = sessionEndpoint({
  access: operator(),
  input: operatorCaseListQuery,
  output: operatorCasePageView,
  handle: ({ input }) => listOperatorCases(input),
});
