import { z } from "zod";
import { freshForMoney } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { changeMerchantSettings } from "@/lib/merchants/change-merchant-settings";
import { merchantSettingsInput } from "@/lib/merchants/schema";

export const POST = sessionEndpoint({
  access: freshForMoney(member("merchant.change")),
  input: merchantSettingsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await changeMerchantSettings({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
