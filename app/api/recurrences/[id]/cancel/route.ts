import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { getRecurrence } from "@/lib/money-in/recurrences/get-recurrence";

/** Ends a plan for good. */
export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    const plan = await getRecurrence(merchantId, { uuid: input.id, order_id: null });
    await cancelRecurrence(plan, { by: "merchant", actorId: session.user.id });
    return {};
  },
});
