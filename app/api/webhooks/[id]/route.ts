import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { AppError } from "@/lib/errors";
import { findDelivery } from "@/lib/webhooks/queries";
import { deliveryDetailView } from "@/lib/webhooks/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: deliveryDetailView,
  handle: async ({ member: { merchantId }, input }) => {
    const delivery = await findDelivery(merchantId, input.id);
    if (delivery === null) throw new AppError("not_found", "There is no such delivery.");
    return delivery;
  },
});
