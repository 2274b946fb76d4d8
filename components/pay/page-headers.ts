import { createHash } from "node:crypto";
import { PAY_SCRIPT, PAY_STYLE } from "@/components/pay/generated-assets";
import { WALLET_SCRIPT } from "@/components/pay/generated-wallet-script";
import type { Locale } from "@/lib/locales/locales";
import type { Words } from "@/lib/locales/words";

/**
 * Only the page's own style and scripts run, each by its hash, nothing is loaded from anywhere, forms stay here, nobody frames it. `data:` is for the
 * icon.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${sourceHash(PAY_STYLE)}'`,
  `script-src '${sourceHash(PAY_SCRIPT)}' '${sourceHash(WALLET_SCRIPT)}'`,
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The address of the page is all that its content needs, so it is neither kept nor passed on. */
const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex, nofollow",
} as const;

/** In which language an answer is, and the cookie that keeps a choice made with it. */
export type AnswerLanguage = { readonly words: Pick<Words, "locale">; readonly cookie: string | null };

export function pageResponse(html: string, status: number, { words, cookie }: AnswerLanguage): Response {
  const headers = {
    ...PRIVATE_HEADERS,
    ...languageHeaders(words.locale),
    ...(cookie === null ? {} : { "Set-Cookie": cookie }),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": PAGE_POLICY,
  };
  return new Response(html, { status, headers });
}

export function stateResponse(
  body: Readonly<Record<string, unknown>>,
  status: number,
  { locale }: Pick<Words, "locale">,
): Response {
  return Response.json(body, { status, headers: { ...PRIVATE_HEADERS, ...languageHeaders(locale) } });
}

/** After a form: the page is fetched anew, and reloading it repeats nothing. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: path } });
}

/** The script that the page loads on request, kept for ever; nothing where it is asked for by another name. */
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

function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
