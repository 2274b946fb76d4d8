import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listSweeps } from "@/lib/operations/sweeps-queries";
import { sweepListQuery, sweepPageView } from "@/lib/operations/sweeps-schema";

/** Deposits on their way to the hot wallets, and those that arrived. */
export const GET = sessionEndpoint({
  access: operator(),
  input: sweepListQuery,
  output: sweepPageView,
  handle: ({ input }) => listSweeps(input),
});
