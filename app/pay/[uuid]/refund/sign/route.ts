import { readForm } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { problemText } from "@/components/payers/pay/refund-request/problem-text";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { confirmBySignature } from "@/lib/exceptions/refund-requests/confirm-request";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { AppError } from "@/lib/kernel/errors";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Submits the signature by the wallet that paid. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "signature");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const [view, form] = [await loadPayView(uuid.toLowerCase()), await readForm(request)];
    const [requestId, signature] = [form?.get("request") ?? "", form?.get("signature") ?? ""];
    if (view === null || !UUID.test(requestId)) return await respondWithPage(request, uuid);
    try {
      await confirmBySignature(view.uuid, requestId, signature);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reference = language.messages.say("refund.reference.order", { order: view.orderId });
      const text = problemText(error, language.messages, { merchant: view.merchantName, reference });
      return await respondWithPage(request, uuid, { error: text });
    }
    return seeOther(refundPath(view.uuid, "", { lang: language.lang }), request);
  });
}

/** Handles a reload of the response to a refused signature. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { lang } = await pageLanguage(request);
  return seeOther(refundPath(encodeURIComponent((await params).uuid), "", { lang }), request);
}
