import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { AppError } from "@/lib/errors";
import { isAllowed } from "@/lib/merchants/role";
import { findDelivery, withoutSignatures } from "@/lib/webhooks/queries";
import { deliveryDetailView } from "@/lib/webhooks/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: deliveryDetailView,
  handle: async ({ member: { merchantId, role }, input }) => {
    const delivery = await findDelivery(merchantId, input.id);
    if (delivery === null) throw new AppError("not_found", "There is no such delivery.");
    return isAllowed(role, "webhook.resend") ? delivery : withoutSignatures(delivery);
  },
});
