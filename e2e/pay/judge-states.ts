import { expect, type Page } from "@playwright/test";
import { expectAccessible, type Theme } from "../accessibility";
import { renderPages, showRendered } from "../shots/rendered-pages";

const PHONE = { width: 360, height: 740 };

/**
 * Checks every `step`th rendered state from `first` on: not wider than a phone and without an
 * accessibility violation in these themes. States that real payments reach too slowly are rendered
 * from sample data; those that they reach are in exceptions.e2e.ts.
 */
export async function judgeStates(page: Page, first: number, step: number, themes: readonly Theme[]): Promise<void> {
  const show = await showRendered(page);
  await page.setViewportSize(PHONE);
  const shots = (await renderPages("en")).filter((_shot, index) => index % step === first);
  expect(shots.length).toBeGreaterThan(5);
  for (const shot of shots) {
    await show(shot);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, shot.name).toBeLessThanOrEqual(PHONE.width);
    await expectAccessible(page, themes);
  }
}

/**
 * Expects that with reduced motion nothing moves in every `step`th rendered state, and that without
 * it a confirming payment does.
 */
export async function expectStill(page: Page, step: number): Promise<void> {
  const show = await showRendered(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  const shots = await renderPages("en");
  const confirming = shots.find(({ name }) => name.startsWith("confirming"));
  if (confirming === undefined) throw new Error("a state that moves");
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const shot of [confirming, ...shots.filter((_shot, index) => index % step === 0)]) {
    await show(shot);
    expect(await moving(), shot.name).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await show(confirming);
  expect(await moving()).toBeGreaterThan(0);
}
