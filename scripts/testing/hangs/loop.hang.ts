import { describe, test } from "vitest";

function spinForEver(): void {
  for (;;) Math.sqrt(2);
}

describe("a group", () => {
  test("passes first", () => {});
  test("never gives the event loop back", () => spinForEver());
});
