import { orTrouble } from "@/app/pay/respond";
import { pageResponse } from "@/components/pay/page-headers";
import { renderMessagePage } from "@/components/pay/render-pay-page";
import { renderWalletPage } from "@/components/wallet/render-wallet-page";
import { canTopUp } from "@/lib/sandbox/send-top-up";
import { loadWalletPage } from "@/lib/wallets/load-wallet-page";

/** The page of a static wallet, or what stands in its place. `error`: what went wrong with what was just sent, in public words. */
export async function respondWithWallet(uuid: string, error: string | null = null): Promise<Response> {
  return await orTrouble(async () => {
    const view = await loadWalletPage(uuid.toLowerCase());
    if (view === null) return pageResponse(await renderMessagePage("no-wallet"), 404);
    const html = await renderWalletPage({ view, error, hasPlayMoney: canTopUp(view) });
    return pageResponse(html, error === null ? 200 : 422);
  });
}
