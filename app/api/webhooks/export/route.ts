import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";
import { exportDeliveries } from "@/lib/webhooks/export-deliveries";
import { deliveryFilter } from "@/lib/webhooks/schema";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: deliveryFilter,
  handle: async ({ member: { merchantId }, input, now }) => exportDeliveries(merchantId, input, now),
});
