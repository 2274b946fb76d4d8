import { type PayPageUpdate, payFeed, payPageUpdateBody } from "@/app/pay/pay-page-update";
import { followedUuid, sharedBodies, streamMessages } from "@/app/pay/stream-request";
import { toStreamRoute } from "@/lib/delivery/live/stream-page";

const bodyOf = sharedBodies(payPageUpdateBody);

/**
 * Event stream of an open payment page: the responses of `/state`, each sent as soon as it changes.
 * Served beside Next (decision 0017).
 */
export const GET = toStreamRoute(async (ask) => {
  const messages = await streamMessages(ask);
  return { feed: payFeed, id: followedUuid(ask), toBody: (update: PayPageUpdate) => bodyOf(update, messages) };
});
