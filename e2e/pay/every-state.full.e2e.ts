import { test } from "@playwright/test";
import { themeOf } from "../accessibility";
import { expectStill, judgeStates } from "./judge-states";

// These tests send no requests to the gateway, so they can run in parallel.
test.describe.configure({ mode: "parallel" });

/** An even number: each state in one theme, half of them in either. */
const PARTS = 6;

for (let part = 0; part < PARTS; part += 1) {
  const theme = themeOf(part);
  test(`no state of the pages has an accessibility violation in the ${theme} theme, or is wider than a phone (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    await judgeStates(page, part, PARTS, [theme]);
  });
}

test("with reduced motion nothing moves: each eighth state, all of them in the long test", async ({ page }) => {
  await expectStill(page, 8);
});
