import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENGLISH_CATALOGUE, flatten, OFFERED_LOCALES, type TextKey } from "@/lib/kernel/locales/catalogues";
import { ALL_LOCALES, LOCALES, type Locale } from "@/lib/kernel/locales/locales";

const MESSAGES = new URL("../messages/", import.meta.url);

/** Texts that a language may have in common with English. */
const SAME_WORD: Partial<Record<Locale, readonly TextKey[]>> = {};

const placesIn = (text = "") => [...new Set(text.match(/\{[^{}]*\}/g))].toSorted().join(" ");

/** Returns the file as is, without the English fallback. */
async function sentencesOf(locale: Locale): Promise<ReadonlyMap<string, string>> {
  const { default: tree } = await import(`../messages/${locale}/pay.json`);
  return new Map(Object.entries(flatten(tree)));
}

const ENGLISH = new Map<string, string>(Object.entries(ENGLISH_CATALOGUE));

test("every catalogue folder is a known, offered language, and no other language is offered", () => {
  const folders = readdirSync(MESSAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(OFFERED_LOCALES.toSorted());
  expect(OFFERED_LOCALES[0]).toBe("en");
});

test("at least 22 languages are known, each with its own name and a valid tag for formats", () => {
  expect(ALL_LOCALES.length).toBeGreaterThanOrEqual(22);
  expect(new Set(ALL_LOCALES.map((locale) => LOCALES[locale].name)).size).toBe(ALL_LOCALES.length);
  const tags = ALL_LOCALES.map((locale) => LOCALES[locale].formats);
  expect(Intl.NumberFormat.supportedLocalesOf(tags)).toEqual(tags);
});

test("a message that English lacks does not compile", () => {
  // @ts-expect-error there is no such sentence
  const unknown: TextKey = "waiting.nonsense";
  expect(ENGLISH.has(unknown)).toBe(false);
});

describe.each(OFFERED_LOCALES)("the catalogue %s", (locale) => {
  test("has exactly the messages of the English one", async () => {
    const own = [...(await sentencesOf(locale)).keys()];
    const missing = [...ENGLISH.keys()].filter((key) => !own.includes(key));
    const unknown = own.filter((key) => !ENGLISH.has(key));
    expect({ locale, missing, unknown }).toEqual({ locale, missing: [], unknown: [] });
  });

  test("uses the same values in each message", async () => {
    const wrong = [...(await sentencesOf(locale))]
      .filter(([key, text]) => placesIn(text) !== placesIn(ENGLISH.get(key)))
      .map(([key, text]) => `${locale} ${key}: ${text}`);
    expect(wrong).toEqual([]);
  });

  test("is plain text in which every brace is a value", async () => {
    const wrong = [...(await sentencesOf(locale))].filter(([, text]) => {
      const rest = text.replace(/\{[a-z]+\}/g, "");
      return text === "" || text !== text.trim() || /[{}<>]|'/.test(rest) || / {2}/.test(text);
    });
    expect(wrong).toEqual([]);
  });

  if (locale !== "en")
    test("leaves nothing in English", async () => {
      const allowed: readonly string[] = SAME_WORD[locale] ?? [];
      const same = [...(await sentencesOf(locale))]
        .filter(([key, text]) => text === ENGLISH.get(key) && /\p{L}/u.test(text.replace(/\{[a-z]+\}/g, "")))
        .map(([key]) => key);
      expect({ locale, same }).toEqual({ locale, same: allowed });
    });
});
