import { test } from "@playwright/test";
import { expectStill, judgeStates } from "./judge-states";

/** One state in so many; all of them in every-state.long.e2e.ts. */
const STEP = 8;

test("no state of the pages has an accessibility violation in either theme: each eighth, the rest in the long test", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await judgeStates(page, 0, STEP);
});

test("where no motion is wanted nothing moves: each eighth state, the rest in the long test", async ({ page }) => {
  test.setTimeout(120_000);
  await expectStill(page, STEP);
});
