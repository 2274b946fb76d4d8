import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { retriedView, retryJobForm } from "@/lib/operations/jobs-schema";
import { retryJobs } from "@/lib/operations/retry-jobs";

/** Has one dead job tried again. */
export const POST = sessionEndpoint({
  access: operator(),
  input: retryJobForm,
  output: retriedView,
  handle: ({ session, input }) => retryJobs({ id: BigInt(input.id) }, session.user.id),
});
