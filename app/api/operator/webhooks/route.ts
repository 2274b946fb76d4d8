import { listLostWebhooks } from "@/lib/fronts/admin/webhooks-queries";
import { lostWebhookPageView, lostWebhookQuery } from "@/lib/fronts/admin/webhooks-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Webhooks of all merchants that were given up, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: lostWebhookQuery,
  output: lostWebhookPageView,
  handle: ({ input }) => listLostWebhooks(input),
});
