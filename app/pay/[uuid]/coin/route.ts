import { readFormField } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { pageSwitches } from "@/app/pay/page-switches";
import { orTrouble, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/pay/page-headers";
import { payPath } from "@/components/pay/page-model";
import { publicErrorText } from "@/components/pay/public-error";
import { AppError } from "@/lib/errors";
import { chooseCoin } from "@/lib/invoices/choose-coin";
import { loadPayView } from "@/lib/invoices/load-pay-view";
import { renewForPayer } from "@/lib/invoices/renew-for-payer";

/** `USDT@bsc`, as the buttons of the page send it. */
const COIN = /^([A-Z0-9]{1,16})@([a-z0-9]{1,16})$/;

/** The payer chooses a coin on a network; the page then shows its quote. After the end that is a new price, where it may be had. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  const [, currency, network] = COIN.exec((await readFormField(request, "coin")) ?? "") ?? [];
  const { isFromExchange } = pageSwitches(request);
  const language = await pageLanguage(request);
  return await orTrouble(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null || currency === undefined || network === undefined) return await respondWithPage(request, uuid);
    try {
      const choose = view.isRenewable ? renewForPayer : chooseCoin;
      await choose(view.uuid, { currency, network });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await respondWithPage(request, uuid, { isChoosing: true, error: publicErrorText(error, language.words) });
    }
    return seeOther(payPath(view.uuid, "", { isFromExchange, ...language }), request);
  });
}

/** Somebody reloads the answer to a refused choice by its address. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  return seeOther(payPath(encodeURIComponent((await params).uuid), "", await pageLanguage(request)), request);
}
