import { z } from "zod";
import { acceptedCoinsInput } from "@/lib/accepted-coins/schema";
import { setAcceptedCoins } from "@/lib/accepted-coins/set-accepted-coins";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: acceptedCoinsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setAcceptedCoins({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
