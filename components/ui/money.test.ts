import { expect, test } from "vitest";
import { trimZeros } from "@/components/ui/money";

test("only zeros are cut or added, and two decimals stay", () => {
  expect(trimZeros("15.00000000")).toBe("15.00");
  expect(trimZeros("15")).toBe("15.00");
  expect(trimZeros("5.5")).toBe("5.50");
  expect(trimZeros("0.01860000")).toBe("0.0186");
  expect(trimZeros("100")).toBe("100.00");
  expect(trimZeros("0.000000000000000001")).toBe("0.000000000000000001");
});
