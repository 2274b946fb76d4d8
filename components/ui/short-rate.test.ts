import { expect, test } from "vitest";
import { shortRate } from "@/components/ui/short-rate";

test("a rate keeps its integer part and the first significant digits, and drops trailing zeros only after the point", () => {
  expect(shortRate("2000")).toBe("2000");
  expect(shortRate("2000.50")).toBe("2000.5");
  expect(shortRate("0.000500000000000000000000000000")).toBe("0.0005");
  expect(shortRate("0.000000333333333333333333333333")).toBe("0.0000003333333333");
  expect(shortRate("1.000000000000000000000000000000")).toBe("1");
});
