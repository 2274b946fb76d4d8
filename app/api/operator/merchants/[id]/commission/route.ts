import { z } from "zod";
import { changeMerchantCommission } from "@/lib/fronts/admin/change-merchant-commission";
import { merchantCommissionForm } from "@/lib/fronts/admin/merchants-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
