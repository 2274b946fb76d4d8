import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { ALL_LOCALES, type Locale } from "@/lib/kernel/locales/locales";
import { negotiateLocale, offeredLocale } from "@/lib/kernel/locales/negotiate-locale";

describe("the language of a page", () => {
  test.each<[header: string | null, locale: Locale]>([
    [null, "en"],
    ["", "en"],
    ["*", "en"],
    ["de", "de"],
    ["DE-at", "de"],
    ["de-CH-1996", "de"],
    ["en-GB,en;q=0.9,de;q=0.8", "en"],
    ["de;q=0.5, fr;q=0.8, it", "it"],
    ["de;q=0.5,fr;q=0.5", "de"],
    ["xx, tlh;q=0.9, nl;q=0.1", "nl"],
    ["de;q=0, cs", "cs"],
    ["de;q=0", "en"],
    ["de;q=2, cs;q=0.1", "cs"],
    ["de;q=much, cs;q=0.1", "cs"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["pt-Latn-BR", "pt-BR"],
    ["zh", "zh-CN"],
    ["zh-SG", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["zh-Hant-MO", "zh-TW"],
    ["zh-Hans-HK", "zh-CN"],
    ["iw-IL", "he"],
    ["in-ID", "id"],
    ["ar-EG,ar;q=0.9", "ar"],
  ])("for a browser that sends %j is %s", (header, locale) => {
    expect(negotiateLocale(header, null, ALL_LOCALES)).toBe(locale);
  });

  test("is the reader's choice, whatever the browser sends", () => {
    expect(negotiateLocale("en-GB", "pt-br", ALL_LOCALES)).toBe("pt-BR");
  });

  test.each(["tlh", "", "de ", "de-AT", "../de", "__proto__", "x".repeat(100_000)])(
    "is not changed by the choice %s",
    (chosen) => {
      expect(offeredLocale(chosen, ALL_LOCALES)).toBeNull();
      expect(negotiateLocale("cs", chosen, ALL_LOCALES)).toBe("cs");
    },
  );

  test("is the next one if a language has no catalogue", () => {
    expect(negotiateLocale("fr,de;q=0.5", "fr", ["en", "de"])).toBe("de");
    expect(negotiateLocale("zh-TW", null, ["en", "zh-CN"])).toBe("zh-CN");
    expect(negotiateLocale("fr", null, ["en", "de"])).toBe("en");
  });

  test("is an offered one for any header and any choice", () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(",", ";", "q=", "de", "-", "zh", "0.", "*", "\u0000"));
    const header = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(header, fc.option(fc.string()), (accepted, chosen) => {
        expect(OFFERED_LOCALES).toContain(negotiateLocale(accepted, chosen));
      }),
    );
  });

  test("is taken from the first thousand characters of a header", () => {
    expect(negotiateLocale(`${";".repeat(997)},de`, null, ["en", "de"])).toBe("de");
    expect(negotiateLocale(`${";".repeat(999)},de`, null, ["en", "de"])).toBe("en");
  });
});
