import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listLostWebhooks } from "@/lib/operations/webhooks-queries";
import { lostWebhookPageView, lostWebhookQuery } from "@/lib/operations/webhooks-schema";

/** Webhooks of all merchants that were given up, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: lostWebhookQuery,
  output: lostWebhookPageView,
  handle: ({ input }) => listLostWebhooks(input),
});
