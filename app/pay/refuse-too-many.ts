import { isSentByPage } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { isEmbedded } from "@/components/payers/pay/embedded-paths";
import { ANY_FRAME, pageResponse } from "@/components/payers/pay/page-headers";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { type PageAsk, waitForPage } from "@/lib/kernel/http/address-limits";

/**
 * A frame reloads before the shop's page treats it as failed to load, but not at the very first
 * possible time.
 */
const FRAME_WAIT_SECONDS_MIN = 2;

/**
 * Returns a page in place of the response if the client's address has exceeded its limit; null
 * otherwise. A cross-site request from the payer's browser changes nothing and does not count
 * against the payer's limit for changes. The page may be framed by any site, as it contains no
 * personal data; otherwise a browser would show the frame as broken.
 */
export async function refuseTooMany(request: Request, ask: PageAsk): Promise<Response | null> {
  const seconds = waitForPage(request, isSentByPage(request) ? ask : "look");
  if (seconds === 0) return null;
  const language = await pageLanguage(request);
  const page = await renderMessagePage("too-many", language.messages);
  const isFramed = isEmbedded(request);
  const response = pageResponse(page, 429, language, isFramed ? ANY_FRAME : undefined);
  response.headers.set("Retry-After", String(seconds));
  // A submitted form must not be resubmitted automatically.
  if (isFramed && request.method === "GET")
    response.headers.set("Refresh", String(Math.max(FRAME_WAIT_SECONDS_MIN, seconds)));
  return response;
}

/**
 * Does the same for a script's request: returns an empty response, on which the script retries
 * later.
 */
export function refuseTooManyAsks(request: Request): Response | null {
  const seconds = waitForPage(request, "look");
  if (seconds === 0) return null;
  return new Response(null, { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": String(seconds) } });
}
