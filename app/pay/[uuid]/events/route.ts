import { payFeed, payPageUpdateBody } from "@/app/pay/pay-page-update";
import { followedUuid, streamMessages } from "@/app/pay/stream-request";
import { streamPage } from "@/lib/delivery/live/stream-page";

/**
 * Event stream of an open payment page: the responses of `/state`, each sent as soon as it changes.
 * Served beside Next (decision 0017).
 */
export async function GET(request: Request): Promise<Response> {
  const messages = await streamMessages(request);
  const toBody = (update: Parameters<typeof payPageUpdateBody>[0]) =>
    JSON.stringify(payPageUpdateBody(update, messages));
  return await streamPage(request, { feed: payFeed, id: followedUuid(request), toBody });
}
