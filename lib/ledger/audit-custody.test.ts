import { expect, test } from "vitest";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { evaluateCustody } from "@/lib/ledger/audit-custody";

const PLACE = {
  network: "bsc",
  currency: "USDT",
  kind: "hot",
  booked: decimal("12500"),
  unbooked: ZERO,
  vanished: ZERO,
  above: ZERO,
  below: ZERO,
} as const;

test("the audit prints amounts with their coin, in readable form", () => {
  expect(evaluateCustody(PLACE, decimal("12500"), 7).text).toBe("12,500.00 USDT in the books and on the chain");
  expect(evaluateCustody(PLACE, decimal("1250.5"), 7)).toEqual({
    isRight: false,
    text: "the books expect 12,500.00 USDT, the chain holds 1,250.50 USDT at block 7",
  });
  expect(evaluateCustody({ ...PLACE, below: decimal("1500") }, decimal("11000"), 7).text).toBe(
    "12,500.00 USDT in the books, 11,000.00 USDT on the chain: the difference is in transit",
  );
});
