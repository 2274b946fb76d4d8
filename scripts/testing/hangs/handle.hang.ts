import { expect, test } from "vitest";

test("leaves a timer behind and passes", () => {
  expect(setInterval(() => {}, 1_000).hasRef()).toBe(true);
});
