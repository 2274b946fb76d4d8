import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";

describe("parseAmount", () => {
  it("reads plain decimals exactly", () => {
    expect(parseAmount("15")?.toFixed()).toBe("15");
    expect(parseAmount("0.00064860")?.toFixed()).toBe("0.0006486");
    expect(parseAmount("123456789012345678901.000000000000000001")?.toFixed()).toBe(
      "123456789012345678901.000000000000000001",
    );
    expect(parseAmount("0")?.isZero()).toBe(true);
    expect(parseAmount("007.50")?.toFixed()).toBe("7.5");
  });

  it.each([
    "",
    " ",
    "1e3",
    "1E3",
    "+1",
    "-1",
    "-0",
    "NaN",
    "Infinity",
    " 1 ",
    "1 ",
    "1\n",
    "1,5",
    "1 000",
    "1_000",
    ".5",
    "1.",
    "1..5",
    "1.2.3",
    "0x10",
    "0b1",
    "0o7",
    "1n",
    "１２",
    "١٢",
    "1\u0000",
    "½",
    "null",
    "1/3",
    "$5",
  ])("rejects %j", (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it("rejects more than 40 characters, however plain", () => {
    expect(parseAmount("9".repeat(AMOUNT_CHARACTERS_MAX))).not.toBeNull();
    expect(parseAmount("9".repeat(AMOUNT_CHARACTERS_MAX + 1))).toBeNull();
    expect(parseAmount(`0.${"0".repeat(40)}`)).toBeNull();
  });

  it("returns null or a finite value of zero or more for any text, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.double().map(String), fc.bigInt().map(String)), (text) => {
        const amount = parseAmount(text);
        expect(amount === null || amount.gte("0")).toBe(true);
      }),
    );
  });

  it("round-trips every value it accepts", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 21n - 1n }),
        fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }),
        (whole, fraction) => {
          const text = `${whole}.${fraction.toString().padStart(18, "0")}`;
          expect(parseAmount(text)?.toFixed(18, 1)).toBe(text);
        },
      ),
    );
  });
});
