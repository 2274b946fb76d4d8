import { isSentByPage } from "@/app/pay/form-field";
import { shareRenewals } from "@/app/pay/invoice-shares";
import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { publicErrorText } from "@/components/payers/pay/public-error";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { AppError } from "@/lib/kernel/errors";
import { isLimitError } from "@/lib/money-in/invoices/allowed-services";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";

/**
 * Requests a new price after expiry. If the coin has none, the page asks the payer to choose
 * another coin.
 */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null || !isSentByPage(request)) return await respondWithPage(request, uuid);
    try {
      await shareRenewals(request, view.uuid, () => renewForPayer(view.uuid));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isChoosing = error.code === "unavailable" || isLimitError(error);
      return await respondWithPage(request, uuid, { isChoosing, error: publicErrorText(error, language.messages) });
    }
    return seeOther(payPath(view.uuid, "", language), request);
  });
}

/** Handles a reload of the response to a refused renewal. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  return seeOther(payPath(encodeURIComponent((await params).uuid), "", await pageLanguage(request)), request);
}
