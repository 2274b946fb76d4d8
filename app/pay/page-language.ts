import { isCookieSecure, readCookie } from "@/lib/fronts/dashboard/cookies";
import type { Locale } from "@/lib/kernel/locales/locales";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { LANGUAGE_COOKIE, languageCookie, negotiateLocale, offeredLocale } from "@/lib/kernel/locales/negotiate-locale";

/** The language of a response. */
export type PageLanguage = {
  readonly messages: Messages;
  /**
   * Named by the URL (`?lang=de`): the page's own links keep naming it, so that the choice lasts
   * where cookies are blocked.
   */
  readonly lang: Locale | null;
  /** `Set-Cookie` that stores a choice just made; null for none. */
  readonly cookie: string | null;
};

/** Returns the language: `?lang=`, then the cookie of an earlier choice, then the browser's. */
export async function pageLanguage(request: Request): Promise<PageLanguage> {
  const { headers, method, url } = request;
  const lang = offeredLocale(new URL(url).searchParams.get("lang"));
  const chosen = lang ?? readCookie(headers.get("cookie"), LANGUAGE_COOKIE);
  const messages = await loadMessages(negotiateLocale(headers.get("accept-language"), chosen));
  return { messages, lang, cookie: lang !== null && method === "GET" ? languageCookie(lang, isCookieSecure()) : null };
}
