import { walletPageUpdateText } from "@/components/payers/wallet/render-wallet-page";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { isWalletPage, loadWalletPage, type WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import { atMost } from "@/lib/kernel/at-most";
import { toError } from "@/lib/kernel/errors";
import type { Messages } from "@/lib/kernel/locales/messages";

/** State of a static wallet for its open page. */
export type WalletPageUpdate = PageState & { readonly view: WalletPageView };

/** Null for an unknown wallet. */
export async function loadWalletPageUpdate(uuid: string): Promise<WalletPageUpdate | null> {
  const view = await loadWalletPage(uuid.toLowerCase());
  if (view === null) return null;
  return { view, key: view.key, isFinal: view.status === "blocked", topics: networkTopics(view), changesInMs: null };
}

/**
 * Body of an update, by stream or polling: whether the page is outdated, and the sentence to
 * announce if so.
 */
export function walletPageUpdateBody({ view, key, isFinal }: WalletPageUpdate, messages: Messages) {
  return { key, status: view.status, text: walletPageUpdateText(view, messages), isFinal };
}

/**
 * A wallet page takes several statements of the connection pool that the machine API uses too, so
 * few are read at once.
 */
const limited = atMost(3);

/** The wallet pages that are open in this process. */
export const walletFeed = createPageFeed({
  load: (uuids) => Promise.all(uuids.map((uuid) => limited(() => loadWalletPageUpdate(uuid)).catch(toError))),
  exist: (uuids) => Promise.all(uuids.map((uuid) => limited(() => isWalletPage(uuid)))),
});

/** A new block matters only while a payment is not confirmed. */
function networkTopics({ recent }: WalletPageView): readonly string[] {
  const waiting = recent.filter(({ state, confirmations, confirmationsNeeded }) => {
    return state !== "vanished" && confirmations < confirmationsNeeded;
  });
  return [...new Set(waiting.map(({ networkCode }) => `network:${networkCode}`))].sort();
}
