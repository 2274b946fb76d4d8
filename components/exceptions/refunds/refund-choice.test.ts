import { describe, expect, test } from "vitest";
import { amountOf, firstShare } from "@/components/exceptions/refunds/refund-choice";

describe("the refunded part of a payment", () => {
  const OVERPAID = { surplus: "28.942" };

  test("defaults to the overpaid amount, and to everything if nothing was overpaid", () => {
    expect([firstShare(OVERPAID), firstShare({ surplus: null })]).toEqual(["surplus", "everything"]);
    expect([amountOf("surplus", "", OVERPAID), amountOf("everything", "5", OVERPAID)]).toEqual(["28.942", ""]);
  });

  test("is never everything because a field is empty", () => {
    expect([amountOf("other", "", OVERPAID), amountOf("other", "  ", OVERPAID)]).toEqual([null, null]);
    expect(amountOf("surplus", "", { surplus: null })).toBeNull();
    expect(amountOf("other", " 6 ", OVERPAID)).toBe("6");
  });
});
