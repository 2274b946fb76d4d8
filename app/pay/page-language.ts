import { isCookieSecure, readCookie } from "@/lib/fronts/dashboard/cookies";
import type { Locale } from "@/lib/kernel/locales/locales";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { LANGUAGE_COOKIE, languageCookie, negotiateLocale, offeredLocale } from "@/lib/kernel/locales/negotiate-locale";

/** In which language a request is answered. */
export type PageLanguage = {
  readonly messages: Messages;
  /**
   * Named by the address (`?lang=de`): the page's own addresses go on naming it, so that the choice
   * holds where no cookie is kept.
   */
  readonly lang: Locale | null;
  /** `Set-Cookie` that keeps a choice made just now; null for none. */
  readonly cookie: string | null;
};

/** `?lang=`, then the cookie of an earlier choice, then what the browser asks for. */
export async function pageLanguage(request: Request): Promise<PageLanguage> {
  const { headers, method, url } = request;
  const lang = offeredLocale(new URL(url).searchParams.get("lang"));
  const chosen = lang ?? readCookie(headers.get("cookie"), LANGUAGE_COOKIE);
  const messages = await loadMessages(negotiateLocale(headers.get("accept-language"), chosen));
  return { messages, lang, cookie: lang !== null && method === "GET" ? languageCookie(lang, isCookieSecure()) : null };
}
