import { z } from "zod";
import { loadCatalog } from "@/lib/catalog/queries";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decimal } from "@/lib/money/decimal";
import { saidInWords } from "@/lib/operations/said-in-words";
import { listWithdrawals } from "@/lib/operations/withdrawals-queries";
import { withdrawalForm, withdrawalListQuery, withdrawalPageView } from "@/lib/operations/withdrawals-schema";
import { orderWithdrawal } from "@/lib/treasury/order-withdrawal";

/** Earnings and capital on their way out. */
export const GET = sessionEndpoint({
  access: operator(),
  input: withdrawalListQuery,
  output: withdrawalPageView,
  handle: ({ input }) => listWithdrawals(input),
});

/** Takes earnings or capital out of a hot wallet. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: withdrawalForm,
  output: z.object({ id: z.uuid() }),
  handle: async ({ session, input }) => {
    const network = (await loadCatalog()).network(input.networkCode);
    const amount = decimal(input.amount);
    return await saidInWords(network?.name, () => orderWithdrawal({ ...input, amount, actorId: session.user.id }));
  },
});
