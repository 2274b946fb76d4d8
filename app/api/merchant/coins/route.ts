import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { setAcceptedCoins } from "@/lib/money-in/accepted-coins/accepted-coins";
import { acceptedCoinsInput } from "@/lib/money-in/accepted-coins/schema";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: acceptedCoinsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setAcceptedCoins({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
