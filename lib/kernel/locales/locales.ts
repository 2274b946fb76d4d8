export type Direction = "ltr" | "rtl";

type LocaleFacts = {
  /** Its name in the language itself. */
  readonly name: string;
  readonly direction: Direction;
  /** ISO 15924. */
  readonly script: string;
  /**
   * The tag for formatting numbers and dates. Digits are 0 to 9 in every language: coin amounts and
   * the countdown use only those, and mixing two kinds leads to typing errors.
   */
  readonly formats: string;
};

/**
 * Languages of coin payers, as BCP 47 tags, in display order. `catalogues.ts` lists which of them
 * are offered.
 */
export const LOCALES = {
  en: { name: "English", direction: "ltr", script: "Latn", formats: "en-GB" },
  de: { name: "Deutsch", direction: "ltr", script: "Latn", formats: "de" },
  es: { name: "Español", direction: "ltr", script: "Latn", formats: "es" },
  fr: { name: "Français", direction: "ltr", script: "Latn", formats: "fr" },
  id: { name: "Bahasa Indonesia", direction: "ltr", script: "Latn", formats: "id" },
  it: { name: "Italiano", direction: "ltr", script: "Latn", formats: "it" },
  nl: { name: "Nederlands", direction: "ltr", script: "Latn", formats: "nl" },
  pl: { name: "Polski", direction: "ltr", script: "Latn", formats: "pl" },
  "pt-BR": { name: "Português (Brasil)", direction: "ltr", script: "Latn", formats: "pt-BR" },
  vi: { name: "Tiếng Việt", direction: "ltr", script: "Latn", formats: "vi" },
  tr: { name: "Türkçe", direction: "ltr", script: "Latn", formats: "tr" },
  cs: { name: "Čeština", direction: "ltr", script: "Latn", formats: "cs" },
  ru: { name: "Русский", direction: "ltr", script: "Cyrl", formats: "ru" },
  uk: { name: "Українська", direction: "ltr", script: "Cyrl", formats: "uk" },
  he: { name: "עברית", direction: "rtl", script: "Hebr", formats: "he" },
  ar: { name: "العربية", direction: "rtl", script: "Arab", formats: "ar-u-nu-latn" },
  fa: { name: "فارسی", direction: "rtl", script: "Arab", formats: "fa-u-nu-latn" },
  ur: { name: "اردو", direction: "rtl", script: "Arab", formats: "ur-u-nu-latn" },
  hi: { name: "हिन्दी", direction: "ltr", script: "Deva", formats: "hi-u-nu-latn" },
  th: { name: "ไทย", direction: "ltr", script: "Thai", formats: "th-u-nu-latn" },
  ko: { name: "한국어", direction: "ltr", script: "Kore", formats: "ko" },
  ja: { name: "日本語", direction: "ltr", script: "Jpan", formats: "ja" },
  "zh-CN": { name: "简体中文", direction: "ltr", script: "Hans", formats: "zh-CN" },
  "zh-TW": { name: "繁體中文", direction: "ltr", script: "Hant", formats: "zh-TW" },
} as const satisfies Record<string, LocaleFacts>;

export type Locale = keyof typeof LOCALES;

/** All of them, in display order. */
export const ALL_LOCALES: readonly Locale[] = Object.keys(LOCALES) as Locale[];
