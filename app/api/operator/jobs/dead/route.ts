import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listDeadJobs } from "@/lib/operations/jobs-queries";
import { deadJobPageView, deadJobQuery } from "@/lib/operations/jobs-schema";

/** Jobs that were given up, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: deadJobQuery,
  output: deadJobPageView,
  handle: ({ input }) => listDeadJobs(input),
});
