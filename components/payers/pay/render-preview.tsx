import { headlineText } from "@/components/payers/pay/headline";
import { PayPage } from "@/components/payers/pay/pay-page";
import { renderDocument } from "@/components/payers/pay/render-pay-page";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

/**
 * There is no such payment to lead to, and nobody leaves a preview by its links: those to another
 * language (`?lang=`) stay.
 */
const ADDRESS = / (?:(?:href|action)="(?!\?|data:)[^"]*"|data-\w+="\/pay\/[^"]*")/g;
const SUBMIT = / type="submit"/g;

/**
 * A payment page to look at: the same markup and style, without the script, which would ask for
 * news of a payment that there is not. `path` is where it is shown in another language; null where
 * it cannot be.
 */
export async function renderPreview(
  view: PayView,
  path: string | null,
  messages: Messages,
  now: Date,
): Promise<string> {
  const state = payState(view, now);
  const model = {
    view,
    state,
    isChoosing: false,
    error: null,
    hasPlayMoney: false,
    balance: null,
    messages,
    lang: null,
  };
  const facts = { title: headlineText(model), path, messages, isLive: false, brand: view.brand };
  const html = await renderDocument(facts, <PayPage {...model} />);
  return html.replace(ADDRESS, "").replace(SUBMIT, ' type="button"');
}
