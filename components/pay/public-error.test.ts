import { describe, expect, test } from "vitest";
import { publicErrorText } from "@/components/pay/public-error";
import { AppError } from "@/lib/kernel/errors";
import { ENGLISH, wordsFor } from "@/lib/kernel/locales/words";
import { decimal } from "@/lib/kernel/money/decimal";
import { coinErrors } from "@/lib/money-in/invoices/coin-error";
import { refusal } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { readText } from "@/lib/testing/source-files";

const source = (name: string) => readText(`lib/money-in/invoices/${name}.ts`) ?? "";
const textsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

const BALANCE = ["rest-due", "pay-from-personal-wallet"].flatMap((name) =>
  textsIn(source(name), /refusal\("([^"]+)"\)/g),
);
const CHOICE = textsIn(source("choose-coin"), /new AppError\("refused", "([^"]+)"\)/g);
const RENEWAL = textsIn(source("renewal"), /return "([^"]+)";/g);

describe("what a payer is told of a refusal", () => {
  test("is a sentence of its own for everything that paying from a balance refuses, and says that nothing was taken", () => {
    expect(BALANCE.length).toBeGreaterThanOrEqual(11);
    const told = BALANCE.map((text) => publicErrorText(refusal(text), ENGLISH));
    expect(new Set(told).size).toBe(new Set(BALANCE).size);
    for (const text of told) expect(text).toMatch(/\. Nothing was taken from your balance\.$/);
    expect(told.join()).not.toContain(ENGLISH.say("error.title"));
  });

  test("is a sentence of its own for everything that a choice refuses", () => {
    expect(CHOICE.length).toBeGreaterThanOrEqual(3);
    const told = CHOICE.map((text) => publicErrorText(new AppError("refused", text), ENGLISH));
    expect(new Set(told).size).toBe(CHOICE.length);
    expect(told).not.toContain(ENGLISH.say("error.general"));
    expect(publicErrorText(coinErrors.serviceNotFound(), ENGLISH)).toBe(ENGLISH.say("error.coin"));
  });

  test("is a sentence of its own for everything that a renewal refuses", () => {
    expect(RENEWAL).toHaveLength(4);
    const told = RENEWAL.map((text) => publicErrorText(new AppError("refused", text), ENGLISH));
    expect(new Set(told).size).toBe(RENEWAL.length);
    expect(told).not.toContain(ENGLISH.say("error.general"));
  });

  test("names the limit", () => {
    const told = [coinErrors.belowMinimum(decimal("0.5"), "ETH"), coinErrors.aboveMaximum(decimal("20000"), "ETH")];
    expect(told.map((error) => publicErrorText(error, ENGLISH))).toEqual([
      "This coin takes payments of 0.5\u00a0ETH or more. Choose another one.",
      "This coin takes payments of up to 20,000\u00a0ETH. Choose another one.",
    ]);
  });

  test("never shows a text that was written for programs", () => {
    expect(publicErrorText(coinErrors.terminalNotFound(), ENGLISH)).toBe(ENGLISH.say("error.unavailable"));
    expect(publicErrorText(new AppError("forbidden", "You are forbidden"), ENGLISH)).toBe(ENGLISH.say("error.general"));
    expect(publicErrorText(refusal("Something new."), ENGLISH)).not.toContain("Something new");
  });

  test("is in the language of the page", async () => {
    const words = await wordsFor("de");
    expect(publicErrorText(refusal("Choose a coin first."), words)).toBe(
      "Wählen Sie zuerst eine Kryptowährung. Von Ihrem Guthaben wurde nichts abgebucht.",
    );
  });
});
