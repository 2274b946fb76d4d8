import type { Locale } from "@/lib/kernel/locales/locales";

/** Path of a payment link's page; relative to the origin, so that it works behind any proxy. */
export function linkPath(name: string, lang: Locale | null): string {
  return `/l/${name}${lang === null ? "" : `?lang=${lang}`}`;
}
