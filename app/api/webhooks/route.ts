import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listDeliveries } from "@/lib/webhooks/queries";
import { deliveryListQuery, deliveryPageView } from "@/lib/webhooks/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: deliveryListQuery,
  output: deliveryPageView,
  handle: ({ member: { merchantId }, input }) => listDeliveries(merchantId, input),
});
