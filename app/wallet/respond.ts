import { pageLanguage } from "@/app/pay/page-language";
import { readSentAfter } from "@/app/pay/page-switches";
import { orErrorPage } from "@/app/pay/respond";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse } from "@/components/payers/pay/page-headers";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { renderWalletPage, renderWalletReceipt } from "@/components/payers/wallet/render-wallet-page";
import { loadWalletPage } from "@/lib/fronts/wallet-page/load-wallet-page";
import { canTopUp } from "@/lib/run/sandbox/send-play-money";

/**
 * Returns the page of a static wallet, with `?receipt=1` only its last payments, or a message page.
 * `error`: public message about the payer's last submission.
 */
export async function respondWithWallet(
  request: Request,
  uuid: string,
  error: string | null = null,
): Promise<Response> {
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const view = await loadWalletPage(uuid.toLowerCase());
    if (view === null) return pageResponse(await renderMessagePage("no-wallet", messages), 404, language);
    const placement = { isEmbedded: isEmbedded(request) };
    if (new URL(request.url).searchParams.has("receipt") && view.recent.length > 0) {
      const html = await renderWalletReceipt({ view, messages, lang }, placement);
      return pageResponse(html, 200, language, { brand: view.brand, ...placement });
    }
    const sentAfter = readSentAfter(new URL(request.url).searchParams);
    const html = await renderWalletPage(
      { view, error, hasPlayMoney: canTopUp(view), sentAfter, messages, lang },
      placement,
    );
    return pageResponse(html, error === null ? 200 : 422, language, { brand: view.brand, ...placement });
  });
}
