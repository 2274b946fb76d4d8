import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { formatsFor } from "@/lib/kernel/locales/formats";
import { ALL_LOCALES, type Locale } from "@/lib/kernel/locales/locales";
import { ENGLISH, loadMessages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const MOMENT = new Date("2026-11-21T09:05:00Z");

describe("the messages of a language", () => {
  test("are loaded once", async () => {
    expect(await loadMessages("de")).toBe(await loadMessages("de"));
    expect(await loadMessages("en")).toBe(ENGLISH);
  });

  test("are English without a catalogue", async () => {
    const missing = ALL_LOCALES.filter((locale) => !OFFERED_LOCALES.includes(locale));
    for (const locale of missing) expect(await loadMessages(locale)).toBe(ENGLISH);
  });

  test("insert values, and keep the placeholder of a missing one", () => {
    expect(ENGLISH.say("order.label", { order: "7" })).toBe("Order 7");
    expect(ENGLISH.say("order.label")).toBe("Order {order}");
    expect(ENGLISH.say("order.label", { order: "{order} $& $1" })).toBe("Order {order} $& $1");
  });

  test("isolate every value in a right-to-left sentence", async () => {
    const arabic = await loadMessages("ar");
    expect(arabic.direction).toBe("rtl");
    expect(arabic.say("order.label", { order: "a-1" })).toBe("الطلب \u2068a-1\u2069");
  });

  test("isolate a name in Arabic letters in an English sentence, and no others", () => {
    expect(ENGLISH.say("order.label", { order: "متجر" })).toBe("Order \u2068متجر\u2069");
    expect(ENGLISH.isolate("Paper Lantern")).toBe("Paper Lantern");
  });

  test("render values as markup, each with its own direction", () => {
    const price = createElement("strong", null, "25 <USD>");
    expect(renderToStaticMarkup(ENGLISH.rich("choose.title", { price }))).toBe(
      "Choose how to pay <bdi><strong>25 &lt;USD&gt;</strong></bdi>",
    );
  });
});

describe("numbers and times", () => {
  test.each<[Locale, string]>([
    ["en", "12,345,678,901,234,567,890.10 USD"],
    ["de", "12.345.678.901.234.567.890,10 USD"],
    ["fr", "12 345 678 901 234 567 890,10 USD"],
    ["hi", "1,23,45,67,89,01,23,45,67,890.10 USD"],
    ["ar", "12,345,678,901,234,567,890.10 USD"],
  ])("in %s write money to the last digit", (locale, text) => {
    expect(plain(formatsFor(locale).fiat(decimal("12345678901234567890.1"), "USD"))).toBe(text);
  });

  test.each<[Locale, string]>([
    ["en", "1,449.884 USDT"],
    ["de", "1.449,884 USDT"],
    ["fr", "1 449,884 USDT"],
    ["hi", "1,449.884 USDT"],
  ])("in %s write a coin like fiat", (locale, text) => {
    expect(plain(formatsFor(locale).coin(decimal("1449.884"), "USDT"))).toBe(text);
  });

  test("write every digit of a coin, without trailing zeros", () => {
    const { digits } = formatsFor("de");
    expect(digits(decimal("123456789012345678.000000000000000000000001"))).toBe(
      "123.456.789.012.345.678,000000000000000000000001",
    );
    expect([digits(decimal("20")), digits(decimal("0.50"))]).toEqual(["20", "0,5"]);
  });

  test("write times in 24-hour format, marked as UTC", () => {
    expect(plain(ENGLISH.moment(MOMENT))).toBe("21 Nov 2026, 09:05 UTC");
    expect(plain(ENGLISH.clock(MOMENT))).toBe("09:05 UTC");
    expect(plain(formatsFor("de").moment(MOMENT))).toBe("21. Nov. 2026, 09:05 UTC");
    for (const locale of ALL_LOCALES) {
      expect(formatsFor(locale).clock(MOMENT)).toMatch(/UTC.*9[:.]05|9[:.]05.*UTC/);
      expect(formatsFor(locale).moment(MOMENT)).toContain("UTC");
    }
  });

  test("write an approximate duration in the largest suitable unit", async () => {
    const say = (seconds: number) => ENGLISH.duration(seconds);
    expect([0, 45, 60, 150, 3_600, 7_000].map(say)).toEqual([
      "1 second",
      "45 seconds",
      "1 minute",
      "3 minutes",
      "1 hour",
      "2 hours",
    ]);
    expect((await loadMessages("ar")).duration(120)).toBe("دقيقتان");
  });

  test("use the digits of coin amounts in every language", () => {
    for (const locale of ALL_LOCALES) {
      const { fiat, coin, number, clock, moment, duration } = formatsFor(locale);
      const all = [
        coin(decimal("1234567890.5"), "ETH"),
        fiat(decimal("1234567890"), "USD"),
        number(12.5),
        clock(MOMENT),
        moment(MOMENT),
        duration(150),
      ];
      for (const text of all) expect(text.replace(/[0-9]/g, "")).not.toMatch(/\p{Nd}/u);
    }
  });
});
