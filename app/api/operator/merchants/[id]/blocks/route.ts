import { z } from "zod";
import { changeMerchantBlocks } from "@/lib/fronts/admin/change-merchant-blocks";
import { merchantBlocksForm } from "@/lib/fronts/admin/merchants-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
