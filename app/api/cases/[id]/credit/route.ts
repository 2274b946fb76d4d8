import { z } from "zod";
import { creditCase } from "@/lib/cases/credit-case";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** Accepts the payment of a case. */
export const POST = sessionEndpoint({
  access: member("case.decide"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await creditCase({ caseId: input.id, merchantId, actorId: session.user.id });
    return {};
  },
});
