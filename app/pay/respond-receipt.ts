import { pageLanguage } from "@/app/pay/page-language";
import { orErrorPage, respondWithPage } from "@/app/pay/respond";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse } from "@/components/payers/pay/page-headers";
import { hasReceipt } from "@/components/payers/pay/receipt";
import { renderReceiptPage } from "@/components/payers/pay/render-receipt-page";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { payState } from "@/lib/fronts/payment-page/pay-state";

/** Returns the receipt of a payment, or its page while there is none. */
export async function respondWithReceipt(request: Request, uuid: string): Promise<Response> {
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    const state = view && payState(view, new Date());
    if (view === null || state === null || !hasReceipt(state)) return await respondWithPage(request, uuid);
    const isFramed = isEmbedded(request);
    const html = await renderReceiptPage({ view, state, messages, lang }, isFramed);
    return pageResponse(html, 200, language, { brand: view.brand, isEmbedded: isFramed });
  });
}
