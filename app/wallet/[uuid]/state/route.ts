import type { PayParams } from "@/app/pay/respond";
import { stateResponse } from "@/components/pay/page-headers";
import { walletNewsText } from "@/components/wallet/render-wallet-page";
import { log } from "@/lib/log";
import { loadWalletPage } from "@/lib/wallets/load-wallet-page";

/** What the open page asks for every few seconds: whether it still looks right, and the sentence to read out when it does not. */
export async function GET(_request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  try {
    const view = await loadWalletPage(uuid.toLowerCase());
    if (view === null) return stateResponse({ message: "There is no wallet here" }, 404);
    const { key, status } = view;
    return stateResponse({ key, status, text: walletNewsText(view), isFinal: status === "blocked" }, 200);
  } catch (error) {
    log().error({ error }, "the state of a wallet cannot be read");
    return stateResponse({ message: "Try again in a minute" }, 503);
  }
}
