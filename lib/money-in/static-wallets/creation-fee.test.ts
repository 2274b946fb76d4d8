import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { chargeOf } from "@/lib/money-in/static-wallets/create-wallet";

const charge = (credit: string, due: string, rate: string) => {
  const { amount, feeAmount } = chargeOf(decimal(credit), decimal(due), decimal(rate)) ?? {};
  return amount && feeAmount ? [amount.toFixed(), feeAmount.toFixed()] : null;
};

describe("the part of the creation fee that a credit pays", () => {
  test("is the fee when the credit covers it", () => expect(charge("10", "2", "0.25")).toEqual(["0.5", "2"]));
  test("is the whole credit when the credit is smaller, with the corresponding part of the fee", () =>
    expect(charge("0.2", "2", "0.25")).toEqual(["0.2", "0.8"]));
  test("is nothing when nothing is due", () => expect(charge("10", "0", "0.25")).toBeNull());
  test("is nothing when the fee is worth less than the coin's smallest unit", () =>
    expect(charge("10", "0.0000001", "0.0000001")).toBeNull());
  test("is nothing for a zero credit", () => expect(charge("0", "2", "0.25")).toBeNull());
  test("never exceeds the credit or the amount due, for any values", () => {
    const amount = fc.bigInt(1n, 10n ** 24n).map((units) => decimal(units).dividedBy("1000000000000"));
    fc.assert(
      fc.property(amount, amount, amount, (credit, due, rate) => {
        const found = chargeOf(credit, due, rate);
        if (found === null) return;
        expect(found.amount.lte(credit)).toBe(true);
        expect(found.feeAmount.lte(due)).toBe(true);
        expect(found.amount.gt("0") && found.feeAmount.gt("0")).toBe(true);
      }),
    );
  });
});
