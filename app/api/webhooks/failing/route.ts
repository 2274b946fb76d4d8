import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listFailingEndpoints } from "@/lib/webhooks/queries";
import { failingEndpointsView } from "@/lib/webhooks/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: z.object({ items: failingEndpointsView }),
  handle: async ({ member: { merchantId } }) => ({ items: await listFailingEndpoints(merchantId) }),
});
