import { headlineText } from "@/components/payers/pay/headline";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { arePayPages, loadPayNews, type PayNews } from "@/lib/fronts/payment-page/load-pay-view";
import { type PayCoreState, payCoreState } from "@/lib/fronts/payment-page/pay-state";
import type { PayCore } from "@/lib/fronts/payment-page/pay-view";
import { orError } from "@/lib/kernel/errors";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isFinal } from "@/lib/money-in/invoices/status";

/** State of an invoice for its open payment page. */
export type PayPageUpdate = PageState & { readonly view: PayCore; readonly state: PayCoreState };

/**
 * In the order of the uuids: null for an unknown invoice, the error for one that cannot be shown.
 */
export async function loadPayPageUpdates(uuids: readonly string[]): Promise<readonly (PayPageUpdate | null | Error)[]> {
  const all = await loadPayNews(uuids);
  const now = new Date();
  return all.map((news) => (news === null || news instanceof Error ? news : orError(() => toUpdate(news, now))));
}

/** Null for an unknown invoice. @throws what keeps it from being shown */
export async function loadPayPageUpdate(uuid: string): Promise<PayPageUpdate | null> {
  const [update = null] = await loadPayPageUpdates([uuid.toLowerCase()]);
  if (update instanceof Error) throw update;
  return update;
}

function toUpdate({ view, hasChoice }: PayNews, now: Date): PayPageUpdate {
  const state = payCoreState(view, hasChoice, now);
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
export const payFeed = createPageFeed({ load: loadPayPageUpdates, exist: arePayPages });

/** A new block matters only while a payment is not confirmed. */
function networkTopics({ deposits }: PayCore): readonly string[] {
  const waiting = deposits.filter((deposit) => {
    return deposit.status === "seen" && deposit.confirmations < deposit.confirmationsNeeded;
  });
  return [...new Set(waiting.map(({ networkCode }) => `network:${networkCode}`))].sort();
}
