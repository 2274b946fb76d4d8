import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { renderPages, showRendered } from "../shots/rendered-pages";

/** States that real payments are too slow for are drawn from made-up facts; those that they reach are in exceptions.e2e.ts. */
const PARTS = 3;
const PHONE = { width: 360, height: 740 };

for (let part = 0; part < PARTS; part += 1) {
  test(`no state of the pages has an accessibility violation in either theme, or is wider than a phone (${part + 1} of ${PARTS})`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const show = await showRendered(page);
    await page.setViewportSize(PHONE);
    const shots = (await renderPages("en")).filter((_shot, index) => index % PARTS === part);
    expect(shots.length).toBeGreaterThan(5);
    for (const shot of shots) {
      await show(shot);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, shot.name).toBeLessThanOrEqual(PHONE.width);
      await expectAccessible(page);
    }
  });
}

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
