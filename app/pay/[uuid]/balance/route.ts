import { handleBalancePayment } from "@/app/pay/handle-balance-payment";
import { pageLanguage } from "@/app/pay/page-language";
import { payerOf } from "@/app/pay/payer";
import { readAgreement } from "@/app/pay/read-agreement";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";

/**
 * Accepts the payment shown on the page: the full amount is taken from the payer's personal wallet,
 * or nothing is.
 */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const language = await pageLanguage(request);
  const { messages } = language;
  return await orErrorPage(language, async () => {
    const [view, payer] = [await loadPayView(uuid.toLowerCase()), await payerOf(request)];
    if (view === null) return await respondWithPage(request, uuid);
    if (payer === null) return await respondWithPage(request, uuid, { error: messages.say("balance.signed-out") });
    const agreed = await readAgreement(request, view.uuid, payer);
    if (agreed === null) return await respondWithPage(request, uuid, { error: messages.say("balance.changed") });
    return await handleBalancePayment(request, { uuid: view.uuid, payer, agreed, language });
  });
}

/** Handles a reload of the response to a refused payment. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  return seeOther(payPath(encodeURIComponent((await params).uuid), "", await pageLanguage(request)), request);
}
