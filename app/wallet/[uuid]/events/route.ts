import { followedUuid, streamMessages } from "@/app/pay/stream-request";
import { walletFeed, walletPageUpdateBody } from "@/app/wallet/wallet-page-update";
import { streamPage } from "@/lib/delivery/live/stream-page";

/**
 * Event stream of the open page of a static wallet: the responses of `/state`, each sent as soon as
 * it changes. Served beside Next (decision 0017).
 */
export async function GET(request: Request): Promise<Response> {
  const messages = await streamMessages(request);
  const toBody = (update: Parameters<typeof walletPageUpdateBody>[0]) =>
    JSON.stringify(walletPageUpdateBody(update, messages));
  return await streamPage(request, { feed: walletFeed, id: followedUuid(request), toBody });
}
