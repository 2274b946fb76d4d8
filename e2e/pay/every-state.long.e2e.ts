import { test } from "@playwright/test";
import { BOTH_THEMES } from "../accessibility";
import { expectStill, judgeStates } from "./judge-states";

const PARTS = 3;

for (let part = 0; part < PARTS; part += 1) {
  test(`no state of the pages has an accessibility violation in either theme, or is wider than a phone (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await judgeStates(page, part, PARTS, BOTH_THEMES);
  });
}

test("with reduced motion nothing moves, in any state", async ({ page }) => {
  test.setTimeout(180_000);
  await expectStill(page, 1);
});
