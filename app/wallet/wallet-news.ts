import { walletNewsText } from "@/components/payers/wallet/render-wallet-page";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { isWalletPage, loadWalletPage, type WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import type { Words } from "@/lib/kernel/locales/words";

/** What the open page of a static wallet has to know about itself. */
export type WalletNews = PageState & { readonly view: WalletPageView };

/** Null for an unknown wallet. */
export async function loadWalletNews(uuid: string): Promise<WalletNews | null> {
  const view = await loadWalletPage(uuid.toLowerCase());
  if (view === null) return null;
  return { view, key: view.key, isFinal: view.status === "blocked", topics: networkTopics(view), changesInMs: null };
}

/** What the page is told, by the stream and when it asks: whether it still looks right, and the sentence to read out when it does not. */
export function walletNewsBody({ view, key, isFinal }: WalletNews, words: Words) {
  return { key, status: view.status, text: walletNewsText(view, words), isFinal };
}

/** The wallet pages that are open in this process. */
export const walletFeed = createPageFeed({ load: loadWalletNews, exists: isWalletPage });

/** A new block is news only for payments that are not deep enough yet. */
function networkTopics({ recent }: WalletPageView): readonly string[] {
  const waiting = recent.filter(({ state, confirmations, confirmationsNeeded }) => {
    return state !== "vanished" && confirmations < confirmationsNeeded;
  });
  return [...new Set(waiting.map(({ networkCode }) => `network:${networkCode}`))].sort();
}
