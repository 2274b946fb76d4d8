import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { outflowLimitsChange } from "@/lib/people/merchants/limits-schema";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

/** What a merchant allows itself of money that leaves. */
export const POST = sessionEndpoint({
  access: fresh(member("merchant.change")),
  input: outflowLimitsChange,
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await setOutflowLimits({ ...input, merchantId, actorId: session.user.id });
    return {};
  },
});
