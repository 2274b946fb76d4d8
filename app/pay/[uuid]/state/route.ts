import { pageLanguage } from "@/app/pay/page-language";
import type { PayParams } from "@/app/pay/respond";
import { headlineText } from "@/components/pay/headline";
import { stateResponse } from "@/components/pay/page-headers";
import { loadPayView } from "@/lib/invoices/load-pay-view";
import { payState } from "@/lib/invoices/pay-state";
import { isFinal } from "@/lib/invoices/status";
import { log } from "@/lib/log";

/** What the open page asks for every few seconds: whether it still looks right, and the sentence to read out when it does not. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  const { words } = await pageLanguage(request);
  try {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null) return stateResponse({ message: words.say("missing.title") }, 404, words);
    const state = payState(view, new Date());
    const body = {
      key: state.key,
      status: view.status,
      text: headlineText({ view, state, words }),
      isFinal: isFinal(view.status),
    };
    return stateResponse(body, 200, words);
  } catch (error) {
    log().error({ error }, "the state of a payment cannot be read");
    return stateResponse({ message: words.say("trouble.title") }, 503, words);
  }
}
