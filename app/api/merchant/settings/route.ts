import { z } from "zod";
import { freshForMoney } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { merchantSettingsInput } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

export const POST = sessionEndpoint({
  access: freshForMoney(member("merchant.change")),
  input: merchantSettingsInput,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await changeMerchantSettings({ merchantId, userId: session.user.id }, input);
    return {};
  },
});
