import { describe, expect, test } from "vitest";
import { amountOf, firstShare } from "@/components/exceptions/refunds/refund-choice";

describe("how much of a payment is refunded", () => {
  const OVERPAID = { surplus: "28.942" };

  test("is first what was paid too much, and everything where nothing was", () => {
    expect([firstShare(OVERPAID), firstShare({ surplus: null })]).toEqual(["surplus", "everything"]);
    expect([amountOf("surplus", "", OVERPAID), amountOf("everything", "5", OVERPAID)]).toEqual(["28.942", ""]);
  });

  test("is never everything because a field is empty", () => {
    expect([amountOf("other", "", OVERPAID), amountOf("other", "  ", OVERPAID)]).toEqual([null, null]);
    expect(amountOf("surplus", "", { surplus: null })).toBeNull();
    expect(amountOf("other", " 6 ", OVERPAID)).toBe("6");
  });
});
