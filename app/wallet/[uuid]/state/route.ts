import { pageLanguage } from "@/app/pay/page-language";
import type { PayParams } from "@/app/pay/respond";
import { stateResponse } from "@/components/pay/page-headers";
import { walletNewsText } from "@/components/wallet/render-wallet-page";
import { log } from "@/lib/log";
import { loadWalletPage } from "@/lib/wallets/load-wallet-page";

/** What the open page asks for every few seconds: whether it still looks right, and the sentence to read out when it does not. */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  const { words } = await pageLanguage(request);
  try {
    const view = await loadWalletPage(uuid.toLowerCase());
    if (view === null) return stateResponse({ message: words.say("no-wallet.title") }, 404, words);
    const { key, status } = view;
    const body = { key, status, text: walletNewsText(view, words), isFinal: status === "blocked" };
    return stateResponse(body, 200, words);
  } catch (error) {
    log().error({ error }, "the state of a wallet cannot be read");
    return stateResponse({ message: words.say("trouble.title") }, 503, words);
  }
}
