import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { evaluatePrice, isDepegged } from "@/lib/pricing/rates/evaluate-price";

const NOW = new Date("2026-11-21T10:00:00Z");
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const known = (usdPrice: string, held?: { price: string; since: Date }) => ({
  usdPrice: decimal(usdPrice),
  held: held === undefined ? null : { price: decimal(held.price), since: held.since },
});

describe("a new price compared with the last one", () => {
  test.each([
    ["the first price", "100", null],
    ["an unchanged price", "100", known("100")],
    ["a rise of 20 %", "120", known("100")],
    ["a fall of 20 %", "80", known("100")],
    ["a price close to the last one after a held jump", "101", known("100", { price: "100000", since: ago(60_000) })],
    ["a price held for two minutes and still reported", "50", known("100", { price: "49", since: ago(120_000) })],
  ])("is accepted: %s", (_case, price, before) => {
    expect(evaluatePrice(decimal(price), before, NOW)).toMatchObject({ kind: "accepted" });
  });

  test.each([
    ["a thousandfold price jump", "100000", known("100"), "100000", NOW],
    ["a fall to a thousandth of the price", "0.1", known("100"), "0.1", NOW],
    ["a rise just over the limit", "120.01", known("100"), "120.01", NOW],
    [
      "a price held for less than two minutes",
      "50",
      known("100", { price: "49", since: ago(119_999) }),
      "49",
      ago(119_999),
    ],
    ["a jump other than the held one", "200", known("100", { price: "50", since: ago(600_000) }), "200", NOW],
  ])("is held: %s", (_case, price, before, heldPrice, since) => {
    const verdict = evaluatePrice(decimal(price), before, NOW);
    expect(verdict).toMatchObject({ kind: "held", since });
    expect(verdict.price.toFixed()).toBe(heldPrice);
  });

  test("a stable coin counts as depegged beyond 3 %", () => {
    expect(["1", "0.97", "1.03"].map((price) => isDepegged(decimal(price)))).toEqual([false, false, false]);
    expect(["0.90", "0.9699", "1.0301"].map((price) => isDepegged(decimal(price)))).toEqual([true, true, true]);
  });
});
