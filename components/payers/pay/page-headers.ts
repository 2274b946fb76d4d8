import { embeddedPath, isEmbedded } from "@/components/payers/pay/embedded-paths";
import { WALLET_SCRIPT } from "@/components/payers/pay/generated-wallet-script";
import { pagePolicy } from "@/components/payers/pay/page-policy";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";
import { type BrandView, PLAIN_BRAND } from "@/lib/people/brands/brand-view";

/** Of a page in the plain look that nobody frames. */
export const PAGE_POLICY = pagePolicy(PLAIN_BRAND, []);

/** The address of the page is all that its content needs, so it is neither kept nor passed on. */
const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
} as const;

/** In which language an answer is, and the cookie that keeps a choice made with it. */
export type PageLocale = { readonly messages: Pick<Messages, "locale">; readonly cookie: string | null };

/** Whose page it is, and where it stands. */
export type PageStyle = {
  readonly brand: BrandView;
  /**
   * Asked for by a frame: the merchant's sites may show it in one. Any other page, and any page
   * asked for otherwise, nobody may.
   */
  readonly isEmbedded: boolean;
};

/** Of a page that is about nobody, in whatever frame it was asked for. */
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
 * After a form: the page is fetched anew, and reloading it repeats nothing. A form inside a frame
 * leads to a page inside it.
 */
export function seeOther(path: string, request: Pick<Request, "url">): Response {
  const Location = isEmbedded(request) ? embeddedPath(path) : path;
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location } });
}

/**
 * The script that the page loads on request, kept for ever; nothing where it is asked for by
 * another name.
 */
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
