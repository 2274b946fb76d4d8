import { z } from "zod";
import { creditCase } from "@/lib/cases/credit-case";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { getMerchant } from "@/lib/merchants/get-merchant";

/** Gives the money of a case without an owner to a merchant. */
export const POST = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid(), merchantId: z.uuid() }),
  output: z.object({}),
  handle: async ({ session, input }) => {
    const merchant = await getMerchant(input.merchantId);
    await creditCase({ caseId: input.id, merchantId: null, creditTo: merchant.id, actorId: session.user.id });
    return {};
  },
});
