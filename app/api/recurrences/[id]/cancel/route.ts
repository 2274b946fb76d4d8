import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { cancelRecurrence } from "@/lib/recurrences/cancel-recurrence";
import { getRecurrence } from "@/lib/recurrences/get-recurrence";

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
