import { shareRenewals } from "@/app/pay/invoice-shares";
import { pageLanguage } from "@/app/pay/page-language";
import { pageSwitches } from "@/app/pay/page-switches";
import { readCoin } from "@/app/pay/read-coin";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { publicErrorText } from "@/components/payers/pay/public-error";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { AppError } from "@/lib/kernel/errors";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";

/**
 * Selects a coin on a network; the page then shows its quote. After expiry this is a new price,
 * where one is available.
 */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const choice = await readCoin(request);
  const { isFromExchange } = pageSwitches(request);
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null || choice === null) return await respondWithPage(request, uuid);
    try {
      if (!view.isRenewable) await chooseCoin(view.uuid, choice);
      else await shareRenewals(request, view.uuid, () => renewForPayer(view.uuid, choice));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return respondWithPage(request, uuid, { isChoosing: true, error: publicErrorText(error, language.messages) });
    }
    return seeOther(payPath(view.uuid, "", { isFromExchange, ...language }), request);
  });
}

/** Handles a reload of the response to a refused choice. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  return seeOther(payPath(encodeURIComponent((await params).uuid), "", await pageLanguage(request)), request);
}
