import { followedUuid, sharedBodies, streamMessages } from "@/app/pay/stream-request";
import { type WalletPageUpdate, walletFeed, walletPageUpdateBody } from "@/app/wallet/wallet-page-update";
import { toStreamRoute } from "@/lib/delivery/live/stream-page";

const bodyOf = sharedBodies(walletPageUpdateBody);

/**
 * Event stream of the open page of a static wallet: the responses of `/state`, each sent as soon as
 * it changes. Served beside Next (decision 0017).
 */
export const GET = toStreamRoute(async (ask) => {
  const messages = await streamMessages(ask);
  return { feed: walletFeed, id: followedUuid(ask), toBody: (update: WalletPageUpdate) => bodyOf(update, messages) };
});
