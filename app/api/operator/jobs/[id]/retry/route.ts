import { retriedView, retryJobForm } from "@/lib/fronts/admin/jobs-schema";
import { retryJobs } from "@/lib/fronts/admin/retry-jobs";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Has one dead job tried again. */
export const POST = sessionEndpoint({
  access: operator(),
  input: retryJobForm,
  output: retriedView,
  handle: ({ session, input }) => retryJobs({ id: BigInt(input.id) }, session.user.id),
});
