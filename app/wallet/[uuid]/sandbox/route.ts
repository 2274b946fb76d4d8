import { readFormField } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import { orErrorPage, type PayParams } from "@/app/pay/respond";
import { respondWithWallet } from "@/app/wallet/respond";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { lastSeenAt } from "@/components/payers/wallet/wallet-page";
import { walletPath } from "@/components/payers/wallet/wallet-paths";
import { loadWalletPage } from "@/lib/fronts/wallet-page/load-wallet-page";
import { AppError } from "@/lib/kernel/errors";
import { canTopUp, sendTopUp, TOP_UP_KINDS } from "@/lib/run/sandbox/send-play-money";

/** Sandbox only: tops the wallet up from the faucet of its chain. Not found elsewhere. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const wanted = await readFormField(request, "kind");
  const kind = TOP_UP_KINDS.find((known) => known === wanted);
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const view = await loadWalletPage(uuid.toLowerCase());
    if (view === null || !canTopUp(view)) {
      return pageResponse(await renderMessagePage("no-wallet", messages), 404, language);
    }
    if (kind === undefined) return seeOther(walletPath(view.uuid, "", lang), request);
    try {
      await sendTopUp(view, kind);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refusal = messages.say(error.code === "refused" ? "sandbox.small" : "sandbox.failed");
      return await respondWithWallet(request, uuid, refusal);
    }
    return seeOther(walletPath(view.uuid, "", lang, lastSeenAt(view)), request);
  });
}
