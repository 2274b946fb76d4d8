import { expect, test } from "@playwright/test";
import { renderPages, showRendered } from "../shots/rendered-pages";
import { judgeStates } from "./judge-states";

test("no state of the pages has an accessibility violation in either theme: each eighth, the rest in the long test", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await judgeStates(page, 0, 8);
});

test("where no motion is wanted nothing moves, in any state", async ({ page }) => {
  test.setTimeout(120_000);
  const show = await showRendered(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const shot of await renderPages("en")) {
    await show(shot);
    expect(await page.evaluate(() => document.getAnimations().length), shot.name).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const moving = (await renderPages("en")).find(({ name }) => name.startsWith("confirming"));
  if (moving === undefined) throw new Error("a state that moves");
  await show(moving);
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});
