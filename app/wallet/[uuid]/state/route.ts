import { pageLanguage } from "@/app/pay/page-language";
import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { loadWalletPageUpdate, walletPageUpdateBody } from "@/app/wallet/wallet-page-update";
import { stateResponse } from "@/components/payers/pay/page-headers";
import { log } from "@/lib/kernel/log";

/**
 * Polled by the open page every few seconds if it has no event stream (see `walletPageUpdateBody`).
 */
export async function GET(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const { uuid } = await params;
  const { messages } = await pageLanguage(request);
  try {
    const update = await loadWalletPageUpdate(uuid);
    if (update === null) return stateResponse({ message: messages.say("no-wallet.title") }, 404, messages);
    return stateResponse(walletPageUpdateBody(update, messages), 200, messages);
  } catch (error) {
    log().error({ error }, "the state of a wallet cannot be read");
    return stateResponse({ message: messages.say("trouble.title") }, 503, messages);
  }
}
