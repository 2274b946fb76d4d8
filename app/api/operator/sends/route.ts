import { listSends } from "@/lib/fronts/admin/sends-queries";
import { sendListQuery, sendPageView } from "@/lib/fronts/admin/sends-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Everything that leaves the gateway's addresses. */
export const GET = sessionEndpoint({
  access: operator(),
  input: sendListQuery,
  output: sendPageView,
  handle: ({ input }) => listSends(input),
});
