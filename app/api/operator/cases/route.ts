import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listOperatorCases } from "@/lib/operations/cases-queries";
import { operatorCaseListQuery, operatorCasePageView } from "@/lib/operations/cases-schema";

/** Cases that belong to no merchant, or that screening holds. */
export const GET = sessionEndpoint({
  access: operator(),
  input: operatorCaseListQuery,
  output: operatorCasePageView,
  handle: ({ input }) => listOperatorCases(input),
});
