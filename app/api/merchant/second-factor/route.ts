import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { requireSecondFactor } from "@/lib/merchants/require-second-factor";

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
