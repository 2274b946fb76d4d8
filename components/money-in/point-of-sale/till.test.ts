import { describe, expect, test } from "vitest";
import {
  amountsOf,
  type Cart,
  EMPTY_CART,
  EMPTY_TILL,
  type Key,
  pressKey,
  readTill,
  type Till,
  toCharge,
  withPieces,
} from "@/components/money-in/point-of-sale/till";
import type { TerminalView } from "@/lib/money-in/point-of-sale/dashboard-schema";

const [TEA, CUP, OLD, EURO] = [1, 2, 3, 4].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
  string,
];
const item = { currency: "USD", isArchived: false };
const TERMINAL: TerminalView = {
  currency: "USD",
  decimals: 2,
  tipPercents: [5, 10],
  items: [
    { ...item, id: TEA, name: "Tea", price: "0.1" },
    { ...item, id: CUP, name: "Cup", price: "9.99" },
    { ...item, id: OLD, name: "Old", price: "1", isArchived: true },
    { ...item, id: EURO, name: "Euro", price: "1", currency: "EUR" },
  ],
};
const cartOf = (changes: Partial<Cart>): Cart => ({ ...EMPTY_CART, ...changes });
const totalsOf = (changes: Partial<Cart>, terminal = TERMINAL) => {
  const { subtotal, tip, total } = amountsOf(cartOf(changes), terminal);
  return [subtotal.toFixed(), tip?.toFixed() ?? null, total.toFixed()];
};

describe("the keypad", () => {
  const typed = (keys: string, decimals = 2) =>
    [...keys].reduce((text, key) => pressKey(text, (key === "<" ? "delete" : key) as Key, decimals), "");

  test.each([
    ["12.50", "12.50"],
    ["007", "7"],
    [".5", "0.5"],
    ["1..5", "1.5"],
    ["1.239", "1.23"],
    ["12<3", "13"],
    ["<<", ""],
    ["1234567890", "123456789"],
  ])("%s shows %s", (keys, text) => {
    expect(typed(keys)).toBe(text);
  });

  test("has as many decimals as the currency", () => {
    expect(typed("1.123456789", 8)).toBe("1.12345678");
    expect(typed("1.5", 0)).toBe("15");
  });
});

describe("a cart", () => {
  test("adds items and the typed amount exactly", () => {
    expect(totalsOf({ quantities: { [TEA]: 3 } })).toEqual(["0.3", "0", "0.3"]);
    expect(totalsOf({ quantities: { [TEA]: 3, [CUP]: 2 }, keypad: "5." })).toEqual(["25.28", "0", "25.28"]);
    expect(totalsOf({ keypad: "0.00" })).toEqual(["0", "0", "0"]);
  });

  test("has no items that are archived or have another currency", () => {
    expect(amountsOf(cartOf({ quantities: { [OLD]: 1, [EURO]: 1, gone: 1 } }), TERMINAL).lines).toEqual([]);
  });

  test.each([
    ["12.50", 5, "0.63"],
    ["12.50", 10, "1.25"],
    ["0.01", 5, "0"],
    ["0.1", 5, "0.01"],
    ["999999999.99", 100, "999999999.99"],
  ])("of %s has a tip of %i%%: %s", (keypad, percent, tip) => {
    expect(totalsOf({ keypad, tip: { kind: "percent", percent } })[1]).toBe(tip);
  });

  test("has a tip of any amount, with a point or a comma", () => {
    expect(totalsOf({ keypad: "10", tip: { kind: "amount", text: "1,5" } })).toEqual(["10", "1.5", "11.5"]);
    expect(totalsOf({ keypad: "10", tip: { kind: "amount", text: "" } })).toEqual(["10", "0", "10"]);
    for (const text of ["-1", "1e2", "1.234", "x"])
      expect(totalsOf({ keypad: "10", tip: { kind: "amount", text } })[1]).toBeNull();
  });

  test("has no tip while the terminal asks for none", () => {
    const silent = { ...TERMINAL, tipPercents: [] };
    expect(totalsOf({ keypad: "10", tip: { kind: "percent", percent: 5 } }, silent)).toEqual(["10", "0", "10"]);
  });

  test("counts pieces up and down", () => {
    const one = withPieces(EMPTY_CART, TEA, 1);
    expect(withPieces(one, TEA, 1).quantities).toEqual({ [TEA]: 2 });
    expect(withPieces(one, TEA, -1).quantities).toEqual({});
    expect(withPieces(EMPTY_CART, TEA, -1).quantities).toEqual({});
  });
});

describe("a sale", () => {
  const KEY = "00000000-0000-4000-8000-0000000000aa";

  test("says what is sold, the tip and the total", () => {
    const cart = cartOf({ quantities: { [TEA]: 2 }, keypad: "5.", tip: { kind: "percent", percent: 10 } });
    expect(toCharge(cart, TERMINAL, KEY)).toEqual({
      saleKey: KEY,
      currency: "USD",
      lines: [
        { itemId: TEA, name: "Tea", price: "0.1", quantity: 2 },
        { itemId: null, name: "Amount", price: "5", quantity: 1 },
      ],
      tip: "0.52",
      total: "5.72",
    });
  });

  test("is none without an amount, and with a tip that is none", () => {
    expect(toCharge(EMPTY_CART, TERMINAL, KEY)).toBe("Enter an amount or choose an item.");
    expect(toCharge(cartOf({ keypad: "5", tip: { kind: "amount", text: "?" } }), TERMINAL, KEY)).toContain("tip");
  });

  test("is read back from the device as it was kept, and anything else is empty", () => {
    const sending = toCharge(cartOf({ keypad: "5" }), TERMINAL, KEY);
    const till = { ...EMPTY_TILL, cart: cartOf({ keypad: "5" }), sending } as Till;
    expect(readTill(JSON.stringify(till))).toEqual(till);
    for (const text of [null, "", "{", "[]", '{"cart":1}']) expect(readTill(text)).toEqual(EMPTY_TILL);
  });
});
