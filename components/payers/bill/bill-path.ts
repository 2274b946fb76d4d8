import type { Locale } from "@/lib/kernel/locales/locales";

/** Path of a bill's page; relative to the origin, so that it works behind any proxy. */
export function billPath(secret: string | null, lang: Locale | null): string {
  return `/b/${secret}${lang === null ? "" : `?lang=${lang}`}`;
}
