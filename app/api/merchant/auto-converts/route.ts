import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { setAutoConvert } from "@/lib/money-in/conversions/auto-convert";
import { autoConvertInput } from "@/lib/money-in/conversions/schema";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: autoConvertInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setAutoConvert({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
