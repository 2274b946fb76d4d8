import { isSentByPage } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { ANY_FRAME, pageResponse } from "@/components/payers/pay/page-headers";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { type PageAsk, waitForPage } from "@/lib/kernel/http/address-limits";

/**
 * A frame asks again by itself, before the shop's page takes it for one that did not open; and not
 * at the very moment that it may.
 */
const FRAME_WAIT_SECONDS_MIN = 2;

/**
 * The page that stands in the place of an answer when its client's address has asked for too much;
 * null when it has not. What another site sends from the payer's browser changes nothing, and takes
 * nothing of what the payer may change. In a frame it is shown, whoever's site it is, as it says
 * nothing of anybody; a browser would say there that the page is broken.
 */
export async function refuseTooMany(request: Request, ask: PageAsk): Promise<Response | null> {
  const seconds = waitForPage(request, isSentByPage(request) ? ask : "look");
  if (seconds === 0) return null;
  const language = await pageLanguage(request);
  const page = await renderMessagePage("too-many", language.messages);
  const isFramed = isEmbedded(request);
  const response = pageResponse(page, 429, language, isFramed ? ANY_FRAME : undefined);
  response.headers.set("Retry-After", String(seconds));
  // What was sent by a form is not sent again by itself.
  if (isFramed && request.method === "GET")
    response.headers.set("Refresh", String(Math.max(FRAME_WAIT_SECONDS_MIN, seconds)));
  return response;
}

/** The same for a script's question: an empty answer, on which it asks again later. */
export function refuseTooManyAsks(request: Request): Response | null {
  const seconds = waitForPage(request, "look");
  if (seconds === 0) return null;
  return new Response(null, { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": String(seconds) } });
}
