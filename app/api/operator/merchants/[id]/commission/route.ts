import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeMerchantCommission } from "@/lib/operations/change-merchant-commission";
import { merchantCommissionForm } from "@/lib/operations/merchants-schema";

/** A commission of the merchant's own, or the coins' again. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: merchantCommissionForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await changeMerchantCommission(input, session.user.id);
    return {};
  },
});
