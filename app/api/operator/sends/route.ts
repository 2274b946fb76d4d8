import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listSends } from "@/lib/operations/sends-queries";
import { sendListQuery, sendPageView } from "@/lib/operations/sends-schema";

/** Everything that leaves the gateway's addresses. */
export const GET = sessionEndpoint({
  access: operator(),
  input: sendListQuery,
  output: sendPageView,
  handle: ({ input }) => listSends(input),
});
