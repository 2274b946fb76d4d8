import { describe, expect, test } from "vitest";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { findShortage } from "@/lib/sending/sends/send-custody";

const SEND = { amount: decimal("1234567.5"), currencyCode: "USDT" };
const FEE = { currency: "BNB", max: decimal("1250"), payer: null };

describe("a shortage is reported with formatted amounts", () => {
  test("for the send's coin", () => {
    expect(findShortage({ coin: decimal("12500"), native: ZERO }, [SEND], FEE)).toEqual({
      reason: "funds",
      detail: "1,234,567.50 USDT needed, 12,500.00 USDT available",
    });
  });

  test("for the coin of the network fee", () => {
    expect(findShortage({ coin: SEND.amount, native: decimal("0.0001") }, [SEND], FEE)).toEqual({
      reason: "gas",
      detail: "up to 1,250.00 BNB needed for the network fee, 0.0001 BNB available",
    });
  });
});
