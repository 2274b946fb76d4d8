import { test } from "@playwright/test";
import { BOTH_THEMES } from "../accessibility";
import { expectStill, judgeStates } from "./judge-states";

// Nothing here asks the gateway for anything, so the tests need not wait for each other.
test.describe.configure({ mode: "parallel" });

for (const [index, theme] of BOTH_THEMES.entries()) {
  test(`no state of the pages has an accessibility violation or is wider than a phone: half of them, in the ${theme} theme`, async ({
    page,
  }) => {
    await judgeStates(page, index, BOTH_THEMES.length, [theme]);
  });
}

test("where no motion is wanted nothing moves: each eighth state, all of them in the long test", async ({ page }) => {
  await expectStill(page, 8);
});
