import { retriedView, retryKindForm } from "@/lib/fronts/admin/jobs-schema";
import { retryJobs } from "@/lib/fronts/admin/retry-jobs";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Has all dead jobs of a kind tried again. */
export const POST = sessionEndpoint({
  access: operator(),
  input: retryKindForm,
  output: retriedView,
  handle: ({ session, input }) => retryJobs(input, session.user.id),
});
