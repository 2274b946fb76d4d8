import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { linkState } from "@/lib/money-in/payment-links/payment-link";
import { type OrderForm, readOrder } from "@/lib/money-in/payment-links/read-order";
import { blankLink } from "@/lib/money-in/payment-links/testing/blank-link";

const read = (link: Partial<PaymentLink>, form: Partial<OrderForm>, decimals = 2) =>
  readOrder({ ...blankLink(), ...link }, { amount: "", quantity: "", note: "", email: "", ...form }, decimals);
const OPEN = { amount: null };

describe("a submitted form", () => {
  test("orders a piece of a fixed price, whatever else it says", () => {
    const order = read({}, { amount: "0.01", quantity: "7", note: "hello", email: "ada@example.com" });
    expect(order).toEqual({ amount: decimal("12.5"), quantity: 1, note: null, payerEmail: null });
  });

  test.each(["0", "-1", "1.5", "6", "", "1e1", "٣", "99999999"])("is refused for the quantity %j", (quantity) => {
    expect(() => read({ quantityMax: 5 }, { quantity })).toThrow("link_quantity_wrong");
  });

  test("multiplies the price by the quantity exactly", () => {
    expect(read({ amount: decimal("0.1"), quantityMax: 5 }, { quantity: "3" }).amount).toEqual(decimal("0.3"));
  });

  test.each(["0", "-5", "+5", "1e3", "0x10", "１２", "1,5,0", "1.234", "", "NaN", ".5", `${"9".repeat(40)}`])(
    "is refused for the amount %j",
    (amount) => {
      expect(() => read(OPEN, { amount })).toThrow("link_amount_wrong");
    },
  );

  test("may have an amount within the bounds, also with a decimal comma", () => {
    const bounds = { ...OPEN, amountMin: decimal("5"), amountMax: decimal("10") };
    for (const [amount, read_] of [
      ["5", "5"],
      [" 10.00 ", "10"],
      ["7,25", "7.25"],
    ] as const)
      expect(read(bounds, { amount }).amount).toEqual(decimal(read_));
    for (const amount of ["4.99", "10.01"]) expect(() => read(bounds, { amount })).toThrow("link_amount_wrong");
    expect(read(OPEN, { amount: "0.123456" }, 8).amount).toEqual(decimal("0.123456"));
  });

  test("has a note and an e-mail address where the link asks for them", () => {
    expect(() => read({ noteQuestion: "required" }, { note: "  " })).toThrow("link_note_wrong");
    expect(() => read({ noteQuestion: "optional" }, { note: "x".repeat(201) })).toThrow("link_note_wrong");
    expect(() => read({ noteQuestion: "optional" }, { note: "\0" })).toThrow("link_note_wrong");
    expect(() => read({ emailQuestion: "required" }, {})).toThrow("link_email_wrong");
    for (const email of ["ada", "ada@example", "a b@example.com", `${"a".repeat(250)}@example.com`])
      expect(() => read({ emailQuestion: "optional" }, { email })).toThrow("link_email_wrong");
    expect(read({ noteQuestion: "optional", emailQuestion: "optional" }, {})).toMatchObject({
      note: null,
      payerEmail: null,
    });
  });
});

test("a link sells while it is on, before its end, and while something is left", () => {
  const now = new Date("2026-12-01T12:00:00Z");
  const stateOf = (link: Partial<PaymentLink>, orders = 0, pieces = 0) =>
    linkState({ ...blankLink(), ...link }, { orders, pieces }, now);
  expect(stateOf({})).toEqual({ kind: "open", piecesLeft: null });
  expect(stateOf({ isActive: false })).toEqual({ kind: "closed" });
  expect(stateOf({ endsAt: now })).toEqual({ kind: "closed" });
  expect(stateOf({ endsAt: new Date(now.getTime() + 1) })).toMatchObject({ kind: "open" });
  expect(stateOf({ useLimit: 2 }, 1)).toMatchObject({ kind: "open" });
  expect(stateOf({ useLimit: 2 }, 2)).toEqual({ kind: "sold-out" });
  expect(stateOf({ stock: 5 }, 1, 3)).toEqual({ kind: "open", piecesLeft: 2 });
  // The merchant may lower the stock below what is sold.
  expect(stateOf({ stock: 2 }, 1, 3)).toEqual({ kind: "sold-out" });
});
