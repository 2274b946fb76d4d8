import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";

/** Whether every member of the merchant needs a second factor. */
export const POST = sessionEndpoint({
  access: fresh(member("member.change")),
  input: z.object({ isRequired: z.boolean() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await requireSecondFactor({ merchantId, session }, input.isRequired);
    return {};
  },
});
