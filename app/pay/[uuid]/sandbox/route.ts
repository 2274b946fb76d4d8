import { readFormField } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams, respondWithPage } from "@/app/pay/respond";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { countSeen, payPath } from "@/components/payers/pay/page-model";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { AppError } from "@/lib/kernel/errors";
import { PLAY_MONEY_KINDS } from "@/lib/run/sandbox/play-money";
import { canPlay, sendPlayMoney } from "@/lib/run/sandbox/send-play-money";

/** Sandbox only: pays the invoice from the faucet of its chain. Not found elsewhere. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const wanted = await readFormField(request, "kind");
  const kind = PLAY_MONEY_KINDS.find((known) => known === wanted);
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null || !canPlay(view)) {
      return pageResponse(await renderMessagePage("missing", messages), 404, language);
    }
    if (kind === undefined) return seeOther(payPath(view.uuid, "", { lang }), request);
    try {
      await sendPlayMoney(view, kind, new Date());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await respondWithPage(request, uuid, {
        error: messages.say(error.code === "refused" ? "sandbox.small" : "sandbox.failed"),
      });
    }
    return seeOther(payPath(view.uuid, "", { lang, sentAfter: countSeen(view) }), request);
  });
}
