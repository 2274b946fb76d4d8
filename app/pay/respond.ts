import { noteOpenedPage } from "@/app/pay/note-opened-page";
import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { pageSwitches } from "@/app/pay/page-switches";
import { payerOf } from "@/app/pay/payer";
import { readRefundAsk } from "@/app/pay/refund-ask";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse } from "@/components/payers/pay/page-headers";
import type { PageBalance } from "@/components/payers/pay/page-model";
import type { RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { renderMessagePage, renderPayPage } from "@/components/payers/pay/render-pay-page";
import { sealOffer } from "@/lib/fronts/dashboard/offer-seal";
import { findAffordableCoins, findBalanceOffer, openPayView } from "@/lib/fronts/payment-page/open-pay-view";
import { type PayState, payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { log } from "@/lib/kernel/log";
import { canPlay } from "@/lib/run/sandbox/send-play-money";

export type PayParams = { readonly params: Promise<{ readonly uuid: string }> };

type Ask = {
  /** The payer wants to see the coins again. */
  readonly isChoosing?: boolean;
  /** What went wrong with what the payer has just sent, in public words. */
  readonly error?: string;
  /** What the payer has just written into the form for money back, where that was refused. */
  readonly refund?: RefundAsk;
};

/** The page of an invoice, or what stands in its place. `request` says who asks. */
export async function respondWithPage(
  request: Request,
  uuid: string,
  { isChoosing = false, error, refund: refused }: Ask = {},
): Promise<Response> {
  const language = await pageLanguage(request);
  const { words, lang } = language;
  return await orTrouble(language, async () => {
    const now = new Date();
    const view = await openPayView(uuid.toLowerCase(), now);
    if (view === null) return pageResponse(await renderMessagePage("missing", words), 404, language);
    // Not waited for: the payer does not stand in line for our figures.
    void noteOpenedPage(request, view, now);
    const state = payState(view, now);
    const standing = { isEmbedded: isEmbedded(request) };
    // A site that frames the page could lay itself over a button that takes money: inside a frame nobody is signed in.
    const balance = standing.isEmbedded ? null : await balanceFor(request, view, state);
    const hasPlayMoney = canPlay(view);
    const refund = refused ?? (await readRefundAsk(request, view.uuid));
    const asked = { isChoosing, ...pageSwitches(request) };
    const model = { view, state, ...asked, refund, error: error ?? null, hasPlayMoney, balance, words, lang };
    const html = await renderPayPage(model, standing);
    const isRefused = error !== undefined || refused !== undefined;
    return pageResponse(html, !isRefused ? 200 : 422, language, { brand: view.brand, ...standing });
  });
}

/** How a payer who is signed in here could pay out of the personal wallet. */
async function balanceFor(request: Request, view: PayView, state: PayState): Promise<PageBalance | null> {
  const payer = await payerOf(request);
  if (payer === null) return null;
  const offer = await findBalanceOffer(view, state, payer.user.id);
  const coins = await findAffordableCoins(view, payer.user.id);
  if (offer === null) return { offer, coins };
  const terms = { sessionId: payer.id, invoiceId: view.uuid, quoteId: offer.quoteId, amount: offer.amount.toFixed() };
  return { offer: { ...offer, seal: sealOffer(terms) }, coins };
}

/** A gateway that cannot answer says so in the same look, and never shows a stack. */
export async function orTrouble(language: PageLanguage, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    log().error({ error }, "the payment page cannot be shown");
    return pageResponse(await renderMessagePage("trouble", language.words), 503, language);
  }
}
