import { isSentByPage } from "@/app/pay/form-field";
import { pageLanguage } from "@/app/pay/page-language";
import { pageResponse } from "@/components/pay/page-headers";
import { renderMessagePage } from "@/components/pay/render-pay-page";
import { type PageAsk, waitForPage } from "@/lib/http/address-limits";

/**
 * The page that stands in the place of an answer when its client's address has asked for too much; null when it has not. What another
 * site sends from the payer's browser changes nothing, and takes nothing of what the payer may change.
 */
export async function refuseTooMany(request: Request, ask: PageAsk): Promise<Response | null> {
  const seconds = waitForPage(request, isSentByPage(request) ? ask : "look");
  if (seconds === 0) return null;
  const language = await pageLanguage(request);
  const response = pageResponse(await renderMessagePage("too-many", language.words), 429, language);
  response.headers.set("Retry-After", String(seconds));
  return response;
}

/** The same for a script's question: an empty answer, on which it asks again later. */
export function refuseTooManyAsks(request: Request): Response | null {
  const seconds = waitForPage(request, "look");
  if (seconds === 0) return null;
  return new Response(null, { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": String(seconds) } });
}
