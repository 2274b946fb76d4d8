import { embeddedPath, isEmbedded } from "@/components/payers/pay/embedded-paths";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";
import { pagePolicy } from "@/components/payers/pay/page-policy";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";
import { type BrandView, PLAIN_BRAND } from "@/lib/people/brands/brand-view";

/** CSP of a page in the default design that nobody frames. */
export const PAGE_POLICY = pagePolicy(PLAIN_BRAND, []);

/** The URL of the page grants access to its content, so it is neither cached nor passed on. */
const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
} as const;

/** The language of a response, and the cookie that stores a choice made with it. */
export type PageLocale = { readonly messages: Pick<Messages, "locale">; readonly cookie: string | null };

/** Branding and embedding of a page. */
export type PageStyle = {
  readonly brand: BrandView;
  /**
   * Requested by a frame: the merchant's sites may embed it. No other page or request may be
   * framed.
   */
  readonly isEmbedded: boolean;
};

/** For a page without personal data, in any frame. */
export const ANY_FRAME: PageStyle = { brand: { ...PLAIN_BRAND, embedOrigins: ["*"] }, isEmbedded: true };

const PLAIN_STYLE: PageStyle = { brand: PLAIN_BRAND, isEmbedded: false };

export function pageResponse(
  html: string,
  status: number,
  { messages, cookie }: PageLocale,
  style: PageStyle = PLAIN_STYLE,
): Response {
  const headers = {
    ...PRIVATE_HEADERS,
    ...languageHeaders(messages.locale),
    ...(cookie === null ? {} : { "Set-Cookie": cookie }),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pagePolicy(style.brand, style.isEmbedded ? style.brand.embedOrigins : []),
  };
  return new Response(html, { status, headers });
}

export function stateResponse(
  body: Readonly<Record<string, unknown>>,
  status: number,
  { locale }: Pick<Messages, "locale">,
): Response {
  return Response.json(body, { status, headers: { ...PRIVATE_HEADERS, ...languageHeaders(locale) } });
}

/**
 * Redirects after a form, so that reloading repeats nothing. A form inside a frame redirects to a
 * page inside it.
 */
export function seeOther(path: string, request: Pick<Request, "url">): Response {
  const Location = isEmbedded(request) ? embeddedPath(path) : path;
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location } });
}

/** Returns the script that the page loads on request, cached forever; 404 for any other name. */
export function scriptResponse(isKnown: boolean): Response {
  if (!isKnown) return new Response(null, { status: 404, headers: PRIVATE_HEADERS });
  const headers = {
    ...PRIVATE_HEADERS,
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Type": "text/javascript; charset=utf-8",
  };
  return new Response(WALLET_SCRIPT, { headers });
}

function languageHeaders(locale: Locale): Record<string, string> {
  return { "Content-Language": locale, Vary: "Accept-Language, Cookie" };
}
