import { z } from "zod";
import { autoConvertInput } from "@/lib/conversions/schema";
import { setAutoConvert } from "@/lib/conversions/set-auto-convert";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const POST = sessionEndpoint({
  access: member("merchant.change"),
  input: autoConvertInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setAutoConvert({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
