import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { pageSwitches } from "@/app/pay/page-switches";
import { payerOf } from "@/app/pay/payer";
import { recordOpenedPage } from "@/app/pay/record-opened-page";
import { readRefundAsk } from "@/app/pay/refund-ask";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { pageResponse } from "@/components/payers/pay/page-headers";
import type { PageBalance } from "@/components/payers/pay/page-model";
import type { RefundAsk } from "@/components/payers/pay/refund-request/refund-ask";
import { renderMessagePage, renderPayPage } from "@/components/payers/pay/render-pay-page";
import { readCookie, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { sealOffer } from "@/lib/fronts/dashboard/offer-seal";
import { acceptsGzip } from "@/lib/fronts/machine-api/compress";
import { type DrawnPage, findDrawn, keepDrawn, readMoment, unpackDrawn } from "@/lib/fronts/payment-page/drawn-pages";
import { findAffordableCoins, findBalanceOffer, openPayView } from "@/lib/fronts/payment-page/open-pay-view";
import { type PayState, payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { log } from "@/lib/kernel/log";
import { noteObject } from "@/lib/kernel/work-context";
import { canPlay } from "@/lib/run/sandbox/send-play-money";

export type PayParams = { readonly params: Promise<{ readonly uuid: string }> };

type Ask = {
  /** Shows the coins again. */
  readonly isChoosing?: boolean;
  /** Public error message about the payer's last submission. */
  readonly error?: string;
  /** The payer's input of a refused refund request. */
  readonly refund?: RefundAsk;
};

/** Returns the page of an invoice, or a message page. `request` identifies the client. */
export async function respondWithPage(request: Request, uuid: string, ask: Ask = {}): Promise<Response> {
  const language = await pageLanguage(request);
  const id = uuid.toLowerCase();
  return await orErrorPage(language, async () => {
    const isAsked = ask.isChoosing === true || isRefused(ask);
    const variant = isAsked ? null : variantOf(request, language);
    if (variant === null) return (await drawPage(request, id, ask, language)).response;
    const drawn = await findDrawn(id, variant);
    if (drawn !== null) {
      noteObject(drawn.view.uuid);
      void recordOpenedPage(request, drawn.view, new Date());
      return drawnResponse(request, drawn);
    }
    const moment = await readMoment(id);
    const { response, shown } = await drawPage(request, id, ask, language);
    // Not awaited either.
    if (shown !== null)
      void keepDrawn(variant, { ...shown, headers: Object.fromEntries(response.headers) }, moment).catch((error) =>
        log().warn({ error }, "a drawn page is not kept"),
      );
    return response;
  });
}

function isRefused({ error, refund }: Ask): boolean {
  return error !== undefined || refund !== undefined;
}

type Shown = { readonly html: string; readonly view: PayView };

/** Renders the page for the current state of the invoice; `shown` is null if it does not exist. */
async function drawPage(
  request: Request,
  uuid: string,
  ask: Ask,
  language: PageLanguage,
): Promise<{ readonly response: Response; readonly shown: Shown | null }> {
  const { isChoosing = false, error, refund: refused } = ask;
  const { messages, lang } = language;
  const now = new Date();
  const view = await openPayView(uuid, now);
  if (view === null)
    return { response: pageResponse(await renderMessagePage("missing", messages), 404, language), shown: null };
  noteObject(view.uuid);
  // Not awaited: the payer must not wait for analytics.
  void recordOpenedPage(request, view, now);
  const state = payState(view, now);
  const placement = { isEmbedded: isEmbedded(request) };
  // A framing site could overlay a button that takes money, so users count as signed out inside a
  // frame.
  const balance = placement.isEmbedded ? null : await balanceFor(request, view, state);
  const hasPlayMoney = canPlay(view);
  const refund = refused ?? (await readRefundAsk(request, view.uuid));
  const asked = { isChoosing, ...pageSwitches(request) };
  const model = { view, state, ...asked, refund, error: error ?? null, hasPlayMoney, balance, messages, lang };
  const html = await renderPayPage(model, placement);
  const response = pageResponse(html, !isRefused(ask) ? 200 : 422, language, { brand: view.brand, ...placement });
  return { response, shown: { html, view } };
}

/**
 * Returns the cache variant of a document that is the same for everybody with the link; null if it
 * is personal.
 */
function variantOf({ method, url, headers }: Request, { messages, cookie }: PageLanguage): string | null {
  const { search } = new URL(url);
  const isPlain = method === "GET" && (search === "" || search === "?embed=1") && cookie === null;
  // Signed-in users may be offered to pay from a balance.
  return isPlain && readCookie(headers.get("cookie"), sessionCookieName()) === undefined
    ? `${messages.locale}${search}`
    : null;
}

async function drawnResponse(request: Request, drawn: DrawnPage): Promise<Response> {
  const headers = new Headers(drawn.headers);
  if (!acceptsGzip(request.headers.get("accept-encoding") ?? ""))
    return new Response(await unpackDrawn(drawn), { headers });
  headers.set("content-encoding", "gzip");
  headers.append("vary", "Accept-Encoding");
  return new Response(drawn.packed, { headers });
}

/** How a signed-in payer could pay from the personal wallet. */
async function balanceFor(request: Request, view: PayView, state: PayState): Promise<PageBalance | null> {
  const payer = await payerOf(request);
  if (payer === null) return null;
  const offer = await findBalanceOffer(view, state, payer.user.id);
  const coins = await findAffordableCoins(view, payer.user.id);
  if (offer === null) return { offer, coins };
  const terms = { sessionId: payer.id, invoiceId: view.uuid, quoteId: offer.quoteId, amount: offer.amount.toFixed() };
  return { offer: { ...offer, seal: sealOffer(terms) }, coins };
}

/** Returns an error page in the same design if `respond` throws; never shows a stack trace. */
export async function orErrorPage(language: PageLanguage, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    log().error({ error }, "the payment page cannot be shown");
    return await troublePage(language);
  }
}

/** Returns the error page for any page, without using the database. */
export async function respondWithoutDatabase(request: Request): Promise<Response> {
  return await troublePage(await pageLanguage(request));
}

async function troublePage(language: PageLanguage): Promise<Response> {
  return pageResponse(await renderMessagePage("trouble", language.messages), 503, language);
}
