import { exportDeliveries } from "@/lib/delivery/webhooks/queries";
import { deliveryFilter } from "@/lib/delivery/webhooks/schema";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: deliveryFilter,
  handle: async ({ member: { merchantId }, input, now }) => exportDeliveries(merchantId, input, now),
});
