import { z } from "zod";
import { coinTermsInput } from "@/lib/accepted-coins/schema";
import { setCoinTerms } from "@/lib/accepted-coins/set-coin-terms";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: coinTermsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setCoinTerms({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
