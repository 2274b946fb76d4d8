import { ConfirmPage, ExpiredLinkPage } from "@/components/payers/pay/refund-request/confirm-page";
import { problemText } from "@/components/payers/pay/refund-request/problem-text";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { renderDocument } from "@/components/payers/pay/render-pay-page";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { AppError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

type Language = { readonly messages: Messages; readonly lang: Locale | null };

/** Renders the page of a mailed link as a whole document. */
export async function renderConfirmPage(
  view: PayView,
  token: string,
  request: RefundRequest,
  { messages, lang }: Language,
): Promise<string> {
  const { amount, currencyCode: currency, networkCode, address } = request;
  const own = view.refundables.find((money) => money.kind === request.kind && money.caseId === request.caseId);
  const facts = { amount, currency, networkName: own?.networkName ?? networkCode, address };
  const names = { uuid: view.uuid, token, ...shopOf(view), orderId: view.orderId };
  const path = refundPath(view.uuid, "/refund/confirm", { token, lang: null });
  const document = { title: messages.say("refund.ask.title"), path, messages, isLive: false, brand: view.brand };
  return await renderDocument(document, <ConfirmPage {...facts} {...names} messages={messages} lang={lang} />);
}

/** Branding of the page that the mail links to. */
function shopOf({ merchantName, brand }: PayView) {
  return { merchant: merchantName, logo: brand.logo };
}

/** Renders the replacement page for an expired link. */
export async function renderExpiredLinkPage(
  view: PayView,
  error: AppError,
  { messages, lang }: Language,
): Promise<string> {
  const reference = messages.say("refund.reference.order", { order: view.orderId });
  const reason = problemText(error, messages, { merchant: view.merchantName, reference });
  const document = { title: messages.say("refund.confirm.over"), path: "", messages, isLive: false, brand: view.brand };
  return await renderDocument(
    document,
    <ExpiredLinkPage uuid={view.uuid} {...shopOf(view)} reason={reason} messages={messages} lang={lang} />,
  );
}
