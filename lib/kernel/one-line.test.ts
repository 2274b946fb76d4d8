import { expect, test } from "vitest";
import { oneLine } from "@/lib/kernel/one-line";

test.each([
  ["order-1", "order-1"],
  [" a\r\nB: x\u2028y\0 ", "a B: x y"],
  ["\u202eevil", "evil"],
  ["12345678901", "123456789…"],
  ["😀".repeat(11), `${"😀".repeat(9)}…`],
  ["😀".repeat(10), "😀".repeat(10)],
])("%j becomes one line of at most ten characters: %j", (text, line) => {
  expect(oneLine(text, 10)).toBe(line);
});
