import { pageResponse } from "@/components/pay/page-headers";
import { renderMessagePage, renderPayPage } from "@/components/pay/render-pay-page";
import { loadPayView } from "@/lib/invoices/load-pay-view";
import { payState } from "@/lib/invoices/pay-state";
import { log } from "@/lib/log";
import { canPlay } from "@/lib/sandbox/send-play-money";

export type PayParams = { readonly params: Promise<{ readonly uuid: string }> };

type Ask = {
  /** The payer wants to see the coins again. */
  readonly isChoosing?: boolean;
  /** What went wrong with what the payer has just sent, in public words. */
  readonly error?: string;
};

/** The page of an invoice, or what stands in its place. */
export async function respondWithPage(uuid: string, { isChoosing = false, error }: Ask = {}): Promise<Response> {
  return await orTrouble(async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null) return pageResponse(await renderMessagePage("missing"), 404);
    const state = payState(view, new Date());
    const html = await renderPayPage({ view, state, isChoosing, error: error ?? null, hasPlayMoney: canPlay(view) });
    return pageResponse(html, error === undefined ? 200 : 422);
  });
}

/** A gateway that cannot answer says so in the same look, and never shows a stack. */
export async function orTrouble(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    log().error({ error }, "the payment page cannot be shown");
    return pageResponse(await renderMessagePage("trouble"), 503);
  }
}
