import { headlineText } from "@/components/payers/pay/headline";
import { PayPage } from "@/components/payers/pay/pay-page";
import { renderDocument } from "@/components/payers/pay/render-pay-page";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { Messages } from "@/lib/kernel/locales/messages";

/**
 * The payment does not exist, so links in a preview are removed, except those to another language
 * (`?lang=`).
 */
const ADDRESS = / (?:(?:href|action)="(?!\?|data:)[^"]*"|data-\w+="\/pay\/[^"]*")/g;
const SUBMIT = / type="submit"/g;

/**
 * Renders a preview of a payment page: the same markup and style, without the script, which would
 * poll a payment that does not exist. `path` is the preview in another language; null if there is
 * none.
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
