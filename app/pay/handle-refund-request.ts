import { readForm } from "@/app/pay/form-field";
import { shareRefundRequests } from "@/app/pay/invoice-shares";
import { pageLanguage } from "@/app/pay/page-language";
import { orErrorPage, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { addressProblemText, problemText } from "@/components/payers/pay/refund-request/problem-text";
import { BLANK_ASK, type RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { askForRefund } from "@/lib/exceptions/refund-requests/ask-for-refund";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { AppError } from "@/lib/kernel/errors";
import type { Messages } from "@/lib/kernel/locales/messages";

/** Submits the payer's refund address; the page then says how to confirm that it is theirs. */
export async function handleRefundRequest(request: Request, uuid: string): Promise<Response> {
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const [view, form] = [await loadPayView(uuid.toLowerCase()), await readForm(request)];
    if (view === null || form === null) return await respondWithPage(request, uuid);
    const [chosen, address] = [form.get("money") ?? "", (form.get("address") ?? "").trim()];
    const refund = { ...BLANK_ASK, chosen, address };
    if (address === "") {
      const addressError = messages.say("refund.address.missing");
      return await respondWithPage(request, uuid, { refund: { ...refund, addressError } });
    }
    try {
      const money = isPart(chosen) ? { kind: chosen, caseId: null } : { kind: "case" as const, caseId: chosen };
      const input = { invoiceId: view.uuid, ...money, address, locale: messages.locale };
      const asked = await shareRefundRequests(request, view.uuid, () => askForRefund(input));
      return seeOther(refundPath(view.uuid, "", { refund: asked.request.id, lang }), request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await respondWithPage(request, uuid, refusalOf(error, view, messages, refund));
    }
  });
}

function isPart(chosen: string): chosen is "short" | "surplus" {
  return chosen === "short" || chosen === "surplus";
}

/** Shown at the address field if the error concerns the address, else above the page. */
function refusalOf(error: AppError, view: PayView, messages: Messages, refund: RefundAsk) {
  const network = view.refundables.find(({ kind, caseId }) => (caseId ?? kind) === refund.chosen)?.networkName ?? "";
  const addressError = addressProblemText(error, messages, network);
  if (addressError !== null) return { refund: { ...refund, addressError } };
  const reference = messages.say("refund.reference.order", { order: view.orderId });
  return { refund, error: problemText(error, messages, { merchant: view.merchantName, reference }) };
}
