import type { Locale } from "@/lib/locales/locales";

export const LANGUAGE_COOKIE = "lang";
const YEAR_S = 365 * 24 * 60 * 60;

/** `Set-Cookie` that keeps a chosen language for a year, for all pages. It says nothing of a person, and scripts need not read it. */
export function languageCookie(locale: Locale, isSecure: boolean): string {
  const parts = [`${LANGUAGE_COOKIE}=${locale}`, "Path=/", `Max-Age=${YEAR_S}`, "SameSite=Lax", "HttpOnly"];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
