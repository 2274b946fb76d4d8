import { walletPageUpdateText } from "@/components/payers/wallet/render-wallet-page";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { isWalletPage, loadWalletPage, type WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Messages } from "@/lib/kernel/locales/messages";

/** What the open page of a static wallet has to know about itself. */
export type WalletPageUpdate = PageState & { readonly view: WalletPageView };

/** Null for an unknown wallet. */
export async function loadWalletPageUpdate(uuid: string): Promise<WalletPageUpdate | null> {
  const view = await loadWalletPage(uuid.toLowerCase());
  if (view === null) return null;
  return { view, key: view.key, isFinal: view.status === "blocked", topics: networkTopics(view), changesInMs: null };
}

/**
 * What the page is told, by the stream and when it asks: whether it still looks right, and the
 * sentence to read out when it does not.
 */
export function walletPageUpdateBody({ view, key, isFinal }: WalletPageUpdate, messages: Messages) {
  return { key, status: view.status, text: walletPageUpdateText(view, messages), isFinal };
}

/** The wallet pages that are open in this process. */
export const walletFeed = createPageFeed({ load: loadWalletPageUpdate, exists: isWalletPage });

/** A new block is news only for payments that are not deep enough yet. */
function networkTopics({ recent }: WalletPageView): readonly string[] {
  const waiting = recent.filter(({ state, confirmations, confirmationsNeeded }) => {
    return state !== "vanished" && confirmations < confirmationsNeeded;
  });
  return [...new Set(waiting.map(({ networkCode }) => `network:${networkCode}`))].sort();
}
