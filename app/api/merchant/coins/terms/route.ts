import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { setCoinTerms } from "@/lib/money-in/accepted-coins/accepted-coins";
import { coinTermsInput } from "@/lib/money-in/accepted-coins/schema";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: coinTermsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setCoinTerms({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
