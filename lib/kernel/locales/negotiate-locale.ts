import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import type { Locale } from "@/lib/kernel/locales/locales";

export const LANGUAGE_COOKIE = "lang";
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Returns the `Set-Cookie` header that stores a chosen language for a year, for all pages. It
 * contains nothing about the user, and scripts need not read it.
 */
export function languageCookie(locale: Locale, isSecure: boolean): string {
  const parts = [`${LANGUAGE_COOKIE}=${locale}`, "Path=/", `Max-Age=${YEAR_S}`, "SameSite=Lax", "HttpOnly"];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}

/** Browsers send far less; a longer header is truncated here. */
const HEADER_LENGTH_MAX = 1_000;
const RANGES_MAX = 32;
const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,6}$/;
const WEIGHT = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;

/** Outdated codes that some browsers still send. */
const OLD_CODES: Readonly<Record<string, string>> = { iw: "he", in: "id" };
const TRADITIONAL: ReadonlySet<string> = new Set(["hant", "tw", "hk", "mo"]);

/**
 * Returns the language of a page: the reader's choice, otherwise the browser's best offered
 * preference, otherwise English. A region falls back to its language (`de-AT` to `de`, `pt-PT` to
 * `pt-BR`), Chinese is matched by script. Accepts any text; invalid input is ignored.
 * @param acceptLanguage the header, RFC 9110 section 12.5.4
 * @param chosen a tag from a URL or a cookie
 */
export function negotiateLocale(
  acceptLanguage: string | null,
  chosen: string | null | undefined,
  offered: readonly Locale[] = OFFERED_LOCALES,
): Locale {
  const choice = offeredLocale(chosen, offered);
  if (choice !== null) return choice;
  for (const tag of wantedTags(acceptLanguage ?? "")) {
    const match = matchTag(tag, offered);
    if (match !== null) return match;
  }
  return "en";
}

/** Returns the offered language that exactly matches a tag, case-insensitively; null otherwise. */
export function offeredLocale(
  tag: string | null | undefined,
  offered: readonly Locale[] = OFFERED_LOCALES,
): Locale | null {
  if (!tag || tag.length > HEADER_LENGTH_MAX) return null;
  return offered.find((locale) => locale.toLowerCase() === tag.toLowerCase()) ?? null;
}

/**
 * Returns tags best first; ties in the given order. `*` is ignored because the fallback is English
 * anyway.
 */
function wantedTags(header: string): readonly string[] {
  const ranges = header.slice(0, HEADER_LENGTH_MAX).toLowerCase().split(",", RANGES_MAX).map(readRange);
  return ranges
    .filter(({ tag, weight }) => weight > 0 && TAG.test(tag))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/**
 * An invalid weight counts as 0: the next language is better than one that may have been refused.
 */
function readRange(text: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim());
  const [parameter] = parameters;
  if (parameter === undefined) return { tag, weight: 1 };
  return { tag, weight: Number(WEIGHT.exec(parameter)?.[1] ?? 0) };
}

/**
 * Returns the language with its region, otherwise the language, otherwise the same language of
 * another region.
 */
function matchTag(tag: string, offered: readonly Locale[]): Locale | null {
  const [code = "", ...subtags] = tag.split("-");
  const language = OLD_CODES[code] ?? code;
  const regions = language === "zh" ? [chineseRegion(subtags)] : subtags;
  for (const wanted of [...regions.map((region) => `${language}-${region}`), language]) {
    const match = offeredLocale(wanted, offered);
    if (match !== null) return match;
  }
  return offered.find((locale) => locale.split("-")[0] === language) ?? null;
}

/**
 * Readers of one Chinese script are served better by another region with that script than by the
 * other script.
 */
function chineseRegion(subtags: readonly string[]): "tw" | "cn" {
  return !subtags.includes("hans") && subtags.some((subtag) => TRADITIONAL.has(subtag)) ? "tw" : "cn";
}
