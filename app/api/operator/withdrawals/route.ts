import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listWithdrawals } from "@/lib/operations/withdrawals-queries";
import { withdrawalListQuery, withdrawalPageView } from "@/lib/operations/withdrawals-schema";

/** Earnings and capital on their way out. */
export const GET = sessionEndpoint({
  access: operator(),
  input: withdrawalListQuery,
  output: withdrawalPageView,
  handle: ({ input }) => listWithdrawals(input),
});
