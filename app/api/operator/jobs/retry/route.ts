import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { retriedView, retryKindForm } from "@/lib/operations/jobs-schema";
import { retryJobs } from "@/lib/operations/retry-jobs";

/** Has all dead jobs of a kind tried again. */
export const POST = sessionEndpoint({
  access: operator(),
  input: retryKindForm,
  output: retriedView,
  handle: ({ session, input }) => retryJobs(input, session.user.id),
});
