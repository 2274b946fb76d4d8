import { listCases } from "@/lib/cases/dashboard-queries";
import { caseListQuery, casePageView } from "@/lib/cases/dashboard-schema";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Cases that belong to no merchant. */
export const GET = sessionEndpoint({
  access: operator(),
  input: caseListQuery,
  output: casePageView,
  handle: ({ input }) => listCases(null, input),
});
