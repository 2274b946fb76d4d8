import { readFormField } from "@/app/pay/form-field";
import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { orErrorPage } from "@/app/pay/respond";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { refundPath } from "@/components/payers/pay/refund-request/refund-path";
import { renderConfirmPage, renderExpiredLinkPage } from "@/components/payers/pay/refund-request/render-confirm-page";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { confirmByMail, findMailedRequest } from "@/lib/exceptions/refund-requests/confirm-request";
import { requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { AppError } from "@/lib/kernel/errors";

/**
 * Target of the mailed link: a page with a confirmation button. Opening it changes nothing, since
 * mail scanners open links.
 */
export async function handleRefundLink(request: Request, uuid: string): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null) return pageResponse(await renderMessagePage("missing", language.messages), 404, language);
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const found = await findMailedRequest(view.uuid, token);
    if (found === null) return await respondOver(view, requestErrors.unknown(), language);
    if (found.status === "void" || (found.status === "unconfirmed" && found.confirmUntil <= new Date()))
      return await respondOver(view, requestErrors.over(), language);
    if (found.status !== "unconfirmed") return seeOther(pagePath(view, language), request);
    return pageResponse(await renderConfirmPage(view, token, found, language), 200, language, styleOf(view));
  });
}

/** Handles the confirmation button. */
export async function handleRefundConfirm(request: Request, uuid: string): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null) return pageResponse(await renderMessagePage("missing", language.messages), 404, language);
    try {
      await confirmByMail(view.uuid, (await readFormField(request, "token")) ?? "");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await respondOver(view, error, language);
    }
    return seeOther(pagePath(view, language), request);
  });
}

function pagePath(view: PayView, { lang }: PageLanguage): string {
  return refundPath(view.uuid, "", { lang });
}

async function respondOver(view: PayView, error: AppError, language: PageLanguage): Promise<Response> {
  return pageResponse(await renderExpiredLinkPage(view, error, language), 410, language, styleOf(view));
}

/** The link is in a mail, so the page is never embedded. */
function styleOf({ brand }: PayView) {
  return { brand, isEmbedded: false };
}
