import { headlineText } from "@/components/payers/pay/headline";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { isPayPage, loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { type PayState, payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isFinal } from "@/lib/money-in/invoices/status";

/** State of an invoice for its open payment page. */
export type PayPageUpdate = PageState & { readonly view: PayView; readonly state: PayState };

/** Null for an unknown invoice. */
export async function loadPayPageUpdate(uuid: string): Promise<PayPageUpdate | null> {
  const view = await loadPayView(uuid.toLowerCase());
  if (view === null) return null;
  const now = new Date();
  const state = payState(view, now);
  const isRunning = state.secondsLeft !== null && state.secondsLeft > 0;
  return {
    view,
    state,
    key: state.key,
    isFinal: isFinal(view.status),
    topics: networkTopics(view),
    changesInMs: isRunning ? view.expiresAt.getTime() - now.getTime() : null,
  };
}

/**
 * Body of an update, by stream or polling: whether the page is outdated, and the sentence to
 * announce if so.
 */
export function payPageUpdateBody({ view, state, key, isFinal }: PayPageUpdate, messages: Messages) {
  return { key, status: view.status, text: headlineText({ view, state, messages }), isFinal };
}

/** The payment pages that are open in this process. */
export const payFeed = createPageFeed({ load: loadPayPageUpdate, exists: isPayPage });

/** A new block matters only while a payment is not confirmed. */
function networkTopics({ deposits }: PayView): readonly string[] {
  const waiting = deposits.filter((deposit) => {
    return deposit.status === "seen" && deposit.confirmations < deposit.confirmationsNeeded;
  });
  return [...new Set(waiting.map(({ networkCode }) => `network:${networkCode}`))].sort();
}
