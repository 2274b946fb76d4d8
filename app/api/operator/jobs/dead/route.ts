import { listDeadJobs } from "@/lib/fronts/admin/jobs-queries";
import { deadJobPageView, deadJobQuery } from "@/lib/fronts/admin/jobs-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Jobs that were given up, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: deadJobQuery,
  output: deadJobPageView,
  handle: ({ input }) => listDeadJobs(input),
});
