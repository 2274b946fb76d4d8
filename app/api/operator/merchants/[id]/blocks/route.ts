import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeMerchantBlocks } from "@/lib/operations/change-merchant-blocks";
import { merchantBlocksForm } from "@/lib/operations/merchants-schema";

/** Blocks payments, payouts or both, or lifts a block. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: merchantBlocksForm,
  output: z.object({}),
  handle: async ({ now, session, input }) => {
    await changeMerchantBlocks(input, session.user.id, now);
    return {};
  },
});
