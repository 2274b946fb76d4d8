import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { sweepNowForm } from "@/lib/operations/hot-wallets-schema";
import { listSweeps } from "@/lib/operations/sweeps-queries";
import { sweepListQuery, sweepPageView } from "@/lib/operations/sweeps-schema";
import { sweepNow } from "@/lib/sweeps/sweep-now";

/** Deposits on their way to the hot wallets, and those that arrived. */
export const GET = sessionEndpoint({
  access: operator(),
  input: sweepListQuery,
  output: sweepPageView,
  handle: ({ input }) => listSweeps(input),
});

/** Has a coin gathered now, below the usual minimum as long as it is worth its cost. */
export const POST = sessionEndpoint({
  access: operator(),
  input: sweepNowForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await sweepNow({ ...input, actorId: session.user.id });
    return {};
  },
});
