import { test } from "@playwright/test";

function spinForEver(): void {
  for (;;) Math.sqrt(2);
}

test("never gives the event loop back", () => spinForEver());
